// The one vocabulary for bodies, records and messages: each shape is a JSON schema for the document and the check behind it.
export {
  checked,
  entries,
  list,
  mapped,
  named,
  orNull,
  tuple,
  withDefault,
  worded,
} from './composites.ts';
export { isObject, type JsonObject, object, record, type ValuesOf } from './objects.ts';
export {
  fittingEntries,
  fittingFields,
  otherwise,
  parseMessage,
  parseUntrusted,
  recordMode,
  recordOf,
  toComplaint,
} from './records.ts';
export type { JsonSchema, Mismatch, Mode, Schema, ValueOf } from './shape.ts';
export { fitting, MISFIT, orNone, type TextParser, textForm, wordOf } from './texts.ts';
export {
  amount,
  anyNumber,
  anyText,
  anyValue,
  count,
  filledText,
  flag,
  number,
  oneOf,
  percent,
  someValue,
  text,
  whole,
} from './values.ts';
