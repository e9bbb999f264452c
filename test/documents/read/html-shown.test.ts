import { describe, expect, it } from 'vitest';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';

async function read(page: string) {
  const { body } = await readBytes('a.html', Buffer.from(`<p>Shown.</p>${page}`));
  return { text: body.text, notes: body.notes.length };
}

const SHOWN = { text: 'Shown.', notes: 0 };
const LEFT_OUT = { text: 'Shown.', notes: 1 };

describe('hidden words of a page are left out and named', () => {
  it.each([
    '<p hidden>No.</p>',
    '<p aria-hidden="true">No.</p>',
    '<p style="color: red; display: none !important">No.</p>',
    '<div style="visibility:hidden"><p>No.</p></div>',
    '<p style="opacity: 0">No.</p>',
    '<p style="font-size:0">No.</p>',
    '<p><span style="font-size: 1px">No.</span></p>',
    '<p style="position:absolute; left:-9999px">No.</p>',
    '<p style="text-indent:-9999px">No.</p>',
    '<p style="position: absolute; clip: rect(1px, 1px, 1px, 1px)">No.</p>',
    '<p style="color:#fff">No.</p>',
    '<p style="color:#fefefe">No.</p>',
    '<div style="height:0; overflow:hidden"><p>No.</p></div>',
    '<p style="margin-left: -9999px">No.</p>',
    '<p><font color=white>No.</font></p>',
    '<div style="background:#ffffff"><p style="color: rgb(255, 255, 255)">No.</p></div>',
    '<style>/* x */ p.a, .b { display: none }</style><p class="a">No.</p><div class="c b">No.</div>',
    '<style>#x{visibility:hidden}</style><p id=x>No.</p>',
    ...[
      '@media screen { .a { display: none } }',
      '@media (min-width: 600px) and (hover: hover) { .a { display: none } }',
      '@media print { .b { color: red } } @layer x { .a { display: none } }',
      '@supports (display: grid) { .a { display: none',
      '@layer x { p.a { display: block } } .a { display: none }',
      ':is(.a, .c) { display: none }',
      'div p:not(:hover) { display: none }',
      'div > p:nth-child(2n + 1) { display: none }',
      'body div p + p, * > [class^="a" i] { display: none }',
      'div:has(> .a) { display: none }',
      'div { & .a { display: none } }',
      'div { .a { display: none } }',
      '<!-- .a { display: none } -->',
      'b::after { content: "/*" } .a { display: none } b::before { content: "*/" }',
      '.\\61 { d\\69splay: none }',
      '.a { display: none !important } #x { display: block }',
      ':root { --shown: none } .a { display: var(--shown, block) }',
      '.a { clip-path: inset(100%) }',
      '.a { position: absolute; clip: rect(0, 0, 0, 0) }',
      '.a { clip-path: polygon(0 0, 0 0, 0 0) }',
      '.a { transform: scale(0) }',
      '.a { transform: translateX(-9999px) }',
      '.a { position: absolute; left: calc(-1 * 9999px) }',
      '.a { width: 1px; height: 1px; overflow: hidden }',
      '.a { font: 0/0 serif }',
      'div { opacity: .2 } .a { opacity: 10% }',
      'body { background: #036 } .a { color: rgb(0 51 102) }',
      'div { background: url(a.png) white; background: #eee } .a { color: hsl(0 0% 94%) }',
      '.a { color: rgba(0, 0, 0, .01) }',
      '.a { color: ivory }',
      '.a { color: rgb(300 300 300) }',
      '.a { color: oklch(100% 0.01 120) }',
      '.a { color: oklch(99% 0 0) }',
      '.a { color: lightyellow }',
      '.a { color: white; background: linear-gradient(white, #fffffe) }',
      '.a { inset-inline-start: -9999px; position: absolute }',
      '.a { font-size: min(1px, 2em); display: /* x */ block }',
      'p.a:nth-child(1 of p):lang(en), p.a:dir(ltr) { display: none }',
      '@property --d { syntax: "*"; initial-value: none } .a { display: var(--d) }',
      '.a { text-indent: 100%; overflow: hidden }',
      '@keyframes gone { from { opacity: 1 } to { opacity: 0 } } .a { animation: gone 1s forwards }',
    ].map((css) => `<style>${css}</style><div><p id=x class=a>No.</p></div>`),
    '<link rel="stylesheet" href="data:text/css,p.a{display:none}"><p class=a>No.</p>',
    '<style media="screen">.a { display: none }</style><p class=a>No.</p>',
  ])('%s', async (page) => {
    expect(await read(page)).toEqual(LEFT_OUT);
  });

  it('but for an empty element', async () => {
    expect(await read('<p hidden> </p><div style="display:none"><script>x()</script></div>')).toEqual(SHOWN);
  });
});

describe('words that a reader sees are read', () => {
  it.each([
    '<p style="display:block">Yes.</p>',
    '<p hidden=until-found>Yes.</p>',
    '<p style="visibility:hidden"><span style="visibility:visible">Yes.</span></p>',
    '<div style="background: #036"><p style="color:white">Yes.</p></div>',
    '<table bgcolor="#003366"><tr><td><p style="color:white">Yes.</p></td></tr></table>',
    '<style>@media print { p { display: none } } .a { display: none } .a.open { display: block }</style><p class="a open">Yes.</p>',
    '<style>div .a { display: none } .a:hover { display: none }</style><p class=a>Yes.</p>',
    ...[
      '@media print { .a { display: none } }',
      '@media (max-width: 600px) { .a { display: none } }',
      '@media (prefers-color-scheme: dark) { .a { color: white } }',
      '@supports not (display: grid) { .a { display: none } }',
      'div p:not(.a), p::before, p:nth-child(2), p.a p, p ~ .a, .a:unknown { display: none }',
      '/* .a { display: none } */ @font-face { src: url(a;b{c) }',
      '.a { display: none } #x { display: block }',
      '.a { color: white; background: linear-gradient(90deg, navy, teal) }',
      '.a { color: #eee; background: oklch(.2 0 0) }',
      ':root { --page: #222; --text: #eee } body { background: var(--page); color: var(--text) }',
      '.a { margin-left: -100%; transform: translate(-50%, -50%); position: relative; left: -200% }',
      '.a { position: absolute; top: 12000px; clip: auto; clip-path: circle(40%) }',
      '.a { opacity: 0; animation: 1s both shown } @keyframes shown { 100% { opacity: 1 } }',
      '@keyframes x { from { opacity: 0 } } .a { max-width: 60em; overflow: hidden }',
    ].map((css) => `<style>${css}</style><div><p id=x class=a>Yes.</p></div>`),
  ])('%s', async (page) => {
    expect(await read(page)).toEqual({ text: 'Shown.\n\nYes.', notes: 0 });
  });
});

it('names words in the color of the page where styles in other files may show them', async () => {
  for (const page of [
    '<link rel="stylesheet" href="dark.css"><p style="color:white">Yes.</p>',
    '<p style="color:white;background:url(a.png)">Yes.</p>',
  ])
    expect(await read(page)).toEqual({ text: 'Shown.\n\nYes.', notes: 1 });
});

describe('struck-out words are left out and named', () => {
  it.each([
    '<p><s>No.</s></p>',
    '<p><strike>No.</strike></p>',
    '<p><del>No.</del></p>',
    '<p style="text-decoration: line-through red">No.</p>',
    '<style>.old { text-decoration-line: line-through }</style><p class=old>No.</p>',
  ])('%s', async (page) => {
    expect(await read(page)).toEqual(LEFT_OUT);
  });
});

describe('raised numbers', () => {
  it.each([
    ['employs 350<sup>2</sup> people', 'employs 350² people'],
    ['has 10<sup>6</sup> parts', 'has 10⁶ parts'],
    ['holds 52<sup>4, 5</sup> million', 'holds 52⁴,⁵ million'],
    ['has 10<sup>-3</sup> parts', 'has 10⁻³ parts'],
    ['350<span style="font-size:smaller; vertical-align: super">2</span>', '350²'],
    ['<style>.note { vertical-align: super }</style>in 1987<span class=note>5</span>', 'in 1987⁵'],
    ['<style>.n { vertical-align: super }</style>in 1987<a class=n href="#n5">5</a>.', 'in 1987.'],
    ['in 1987<span style="vertical-align: super"><a href="#n5">5</a></span>.', 'in 1987.'],
    ['<style>span { vertical-align: text-top }</style>costs <span>12</span>', 'costs 12'],
    ['<b>350</b><sup><i>2</i></sup>', '350²'],
    ['on the 1<sup>st</sup> of May', 'on the 1st of May'],
    ['<table><tr><th>Town<th>People</tr><tr><td>Oslo<td>420<sup>a</sup></tr></table>', '| Oslo | 420ᵃ |'],
  ])('%s is read as %s', async (page, text) => {
    expect((await read(page)).text).toContain(text);
  });
});

it.each([
  ['td', '<table><tr><th>Pear<th>Price</tr><tr><td>Conference<td>12</tr></table>', '| Conference | 12 |'],
  ['tr', '<table><tr><th>Pear<th>Price</tr><tr><td>Conference<td>12</tr></table>', '| Conference | 12 |'],
  ['li', '<ul><li>One apple.<li>Two pears.</ul>', '- One apple.\n- Two pears.'],
  ['div', '<div><h2>Fruit</h2><p>One apple.</p></div>', '## Fruit\n\nOne apple.'],
  ['input', '<p><input type=checkbox checked> One apple.</p>', '☒ One apple.'],
  ['span', '<span><h2>Fruit</h2><p>One apple.</p></span>', '## Fruit\n\nOne apple.'],
])('reads the parts of a page that are aligned to the top of a line: %s', async (tag, page, text) => {
  for (const value of ['super', 'text-top'])
    expect((await read(`<style>${tag} { vertical-align: ${value} }</style>${page}`)).text).toContain(text);
});

it('names a page with more rules than it applies', async () => {
  expect(await read(`<style>${'.b{color:red}'.repeat(20_000)}</style>`)).toEqual(LEFT_OUT);
});

it.each([
  `<style>li:nth-of-type(2n), a * * * * b { color: red }</style><ul>${'<li>a</li>'.repeat(20_000)}</ul>`,
  `<style>a * * * * b, a ~ b { color: red }</style>${'<div>'.repeat(300)}${'<b>x</b>'.repeat(1_000)}`,
  `<style>${'div:has('.repeat(7)}b${')'.repeat(7)}, i:has(~ * ~ b) { color: red }</style>${'<div>'.repeat(400)}${'<i>x</i>'.repeat(10_000)}`,
  `<style>${'i ~ '.repeat(20_000)} i { color: red }</style>${'<i>x</i>'.repeat(20_000)}`,
  `<style>p${':not('.repeat(20_000)}b${')'.repeat(20_000)} { color: red }</style>`,
  `<style>${'p{'.repeat(100_000)}</style><style>${'& & {'.repeat(100)}</style>`,
])('takes time that grows with the page for selectors', async (page) => {
  expect((await read(page)).notes).toBe(0);
});

it('takes time that grows with the page for style sheets without an end', async () => {
  expect((await read(`<style>${'/*'.repeat(1_000_000)}</style><style>${'.a{'.repeat(300_000)}</style>`)).text).toBe(
    'Shown.',
  );
});
