/** The arguments of a call as a person can read them: complete, nothing hidden. */
import type { ToolCallPart } from '../wire';
import { argsObject, argsText, PYTHON } from './steps';
import { hidesSomething, visible } from './visible';

const LONG_CHARS = 60;

/** One argument of a call, with hidden characters made visible. */
export interface IArgument {
  /** Empty for what the call is all about: the code of Python. */
  readonly name: string;
  readonly text: string;
  readonly language: string;
  /** Whether it needs a block of its own. */
  readonly isLong: boolean;
}

/** All arguments in the order in which the model wrote them. */
export function argumentsOf(call: ToolCallPart): readonly IArgument[] {
  const args = argsObject(call);
  return args === null
    ? [argument('', argsText(call))]
    : Object.entries(args).map(([name, value]) => {
        if (call.tool === PYTHON && name === 'code' && typeof value === 'string') {
          return argument('', value.replace(/^\n+|\n+$/g, ''), 'python');
        }
        return typeof value === 'string'
          ? argument(name, value)
          : argument(name, JSON.stringify(value, null, 2), 'json');
      });
}

function argument(name: string, raw: string, language = ''): IArgument {
  const text = visible(raw);
  const isLong = name === '' || text.includes('\n') || text.length > LONG_CHARS;
  return { name: visible(name), text, language, isLong };
}

/** Said where `hides` is true. */
export const HIDDEN_WORDS = 'It holds invisible characters, shown as [U+…].';

/** Whether invisible or direction-changing characters are among the arguments. */
export function hides(call: ToolCallPart): boolean {
  return hidesSomething(stringsOf(argsObject(call) ?? argsText(call)));
}

/** All strings of a value of JSON, names included. */
function stringsOf(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  if (typeof value !== 'object' || value === null) {
    return '';
  }
  return Object.entries(value)
    .map(([name, inner]) => name + stringsOf(inner))
    .join('');
}
