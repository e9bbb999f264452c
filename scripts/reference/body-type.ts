import { z } from 'zod';

interface Part {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Part[];
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | false;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The types of bodies as TypeScript, by name, from their modules' schemas; `lists` names those of values. */
export function bodyTypes(
  schemas: Readonly<Record<string, z.ZodType>>,
  lists: ReadonlyMap<string, string>,
): Map<string, { readonly description: string; readonly code: string }> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const parts = z.toJSONSchema(registry, { io: 'input', uri: (id) => id }).schemas as Record<string, Part>;
  const print = printer(lists);
  return new Map(
    Object.entries(parts).map(([name, part]) => [
      name,
      { description: part.description ?? '', code: declarationOf(name, print(part)) },
    ]),
  );
}

function declarationOf(name: string, type: string): string {
  return type.startsWith('{') ? `interface ${name} ${type}` : `type ${name} = ${type};`;
}

function printer(lists: ReadonlyMap<string, string>): (part: Part) => string {
  const typeOf = (part: Part, indent = ''): string => {
    if (part.$ref !== undefined) return part.$ref;
    if (part.const !== undefined) return `'${part.const}'`;
    if (part.enum !== undefined) return lists.get(part.enum.join()) ?? part.enum.map((one) => `'${one}'`).join(' | ');
    if (part.anyOf !== undefined) return part.anyOf.map((one) => typeOf(one, indent)).join(' | ');
    if (part.items !== undefined) return arrayOf(typeOf(part.items, indent));
    if (part.properties !== undefined) return objectOf(part, indent);
    if (typeof part.additionalProperties === 'object')
      return `Readonly<Record<string, ${typeOf(part.additionalProperties, indent)}>>`;
    return [part.type!].flat().join(' | ').replace('integer', 'number');
  };
  const objectOf = ({ properties = {}, required = [] }: Part, indent: string): string => {
    const inner = `${indent}    `;
    const members = Object.entries(properties).map(([name, part]) => {
      const comment = commentOf(part);
      const [mark, orNone] = required.includes(name) ? ['', ''] : ['?', ' | undefined'];
      return `${comment && `${inner}/** ${comment} */\n`}${inner}readonly ${name}${mark}: ${typeOf(part, inner)}${orNone};\n`;
    });
    return `{\n${members.join('')}${indent}}`;
  };
  return typeOf;
}

function arrayOf(element: string): string {
  return / \| /.test(element) && !element.startsWith('{') ? `readonly (${element})[]` : `readonly ${element}[]`;
}

function commentOf({ description, minLength, maxLength, minItems, maxItems, default: byDefault }: Part): string {
  const count = (n: number | undefined) => (n ?? 0).toLocaleString('en');
  return [
    description,
    maxLength === undefined ? undefined : `${count(minLength)} to ${count(maxLength)} characters`,
    maxItems === undefined ? undefined : `${count(minItems)} to ${count(maxItems)} of them`,
    byDefault === undefined ? undefined : `Default: ${byDefault}`,
  ]
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
