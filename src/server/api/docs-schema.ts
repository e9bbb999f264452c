import { type Html, html } from '../../html.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Lines of a table of fields: parameters, or the properties of an object. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly place?: string;
}

export function fieldTable(label: string, fields: readonly Field[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>${fields.map(fieldRow)}</tbody></table></div>`;
}

function fieldRow({ name, schema, isRequired, description, place }: Field): Html {
  const notes = [isRequired ? html`<b>required</b>` : undefined, place === undefined ? undefined : html`in ${place}`];
  const shown = notes.filter((note) => note !== undefined);
  const under = shown.length === 0 ? undefined : html`<span class="hint">${joined(shown, ', ')}</span>`;
  return html`<tr><td><code>${name}</code>${under}</td><td>${typeOf(schema)}${bounds(schema)}</td><td>${description ?? schema.description}</td></tr>`;
}

/** The properties of an object, those of objects within it with dotted names. Empty for anything else. */
export function fieldsOf(schema: JsonSchema, prefix = ''): readonly Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const isRequired = schema.required?.includes(name) === true;
    const own = { name: path, schema: property, isRequired, description: property.description };
    const inner = [property, ...(property.anyOf ?? [])].flatMap((one) => [
      ...fieldsOf(one, `${path}.`),
      ...fieldsOf(one.items ?? {}, `${path}[].`),
    ]);
    return [own, ...inner];
  });
}

function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** Such as "string", "list of Key" with a link, or "pass | review | fail". */
export function typeOf(schema: JsonSchema): Html {
  const { $ref: ref, anyOf, oneOf, items, type, format, additionalProperties } = schema;
  if (ref !== undefined) return html`<a href="#schema-${nameOfRef(ref)}">${nameOfRef(ref)}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' | ',
    );
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return joined(choices.map(typeOf), ' or ');
  if (items !== undefined) return html`list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object') return html`object of ${typeOf(additionalProperties)}`;
  const name = Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
  return format === undefined ? html`${name}` : html`${name} (${format})`;
}

function bounds({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  ...schema
}: JsonSchema): Html | undefined {
  const said = [
    rangeText(minLength === 0 ? undefined : minLength, maxLength, 'characters'),
    rangeText(minimum, maximum, ''),
    rangeText(minItems, maxItems, 'items'),
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((one) => one !== undefined);
  return said.length === 0 ? undefined : html`<br><span class="hint">${said.join('; ')}</span>`;
}

function rangeText(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const counted = (value: number) => value.toLocaleString('en');
  const range =
    least !== undefined && most !== undefined
      ? `${counted(least)} to ${counted(most)}`
      : least === undefined
        ? `at most ${counted(most!)}`
        : `at least ${counted(least)}`;
  return unit === '' ? range : `${range} ${unit}`;
}

function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.map((part, at) => (at === 0 ? part : html`${between}${part}`))}`;
}
