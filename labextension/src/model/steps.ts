/** The calls of a reply in words: "Inspecting `df`", "Inspected `df`". */
import type { CallDecided, ToolCallPart, ToolResultPart } from '../wire';
import type { IStep, StepState } from './blocks';

/** What a call does, as a person would say it. */
export interface IWording {
  readonly doing: string;
  readonly done: string;
  readonly toDo: string;
  /** What it is done to, shown as code. */
  readonly target: string;
}

/** A step in one line: words, their target as code, and the rest. */
export interface IStepLine {
  readonly words: string;
  readonly target: string;
  readonly rest: string;
}

export const PYTHON = 'run_python';

const NOT_RUN = 'Not run: ';
/** How the rule of approval words a call that ran into nobody. */
const NOBODY = 'nobody was there';
const NOBODY_AT_ALL = `${NOBODY} to approve it; --yes allows it`;
const ENDED_FIRST = 'the reply ended first';
const MAX_TARGET_CHARS = 80;
const MAX_REASON_CHARS = 300;
/** Where Python's `splitlines` ends a line. */
const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** The words for a call; a tool that is not known is named. */
export function wording(call: ToolCallPart): IWording {
  const target = (): string => targetOf(argsObject(call) ?? {});
  switch (call.tool) {
    case 'list_variables':
      return words('Listing variables', 'Listed variables', 'list variables');
    case 'inspect_variable':
      return words('Inspecting', 'Inspected', 'inspect', target());
    case 'read_cells':
      return words('Reading cells', 'Read cells', 'read cells', target());
    case 'look_up_docs':
      return words('Looking up', 'Looked up', 'look up', target());
    case PYTHON: {
      const size = linesOf(pythonOf(call));
      const [doing, done] = [`Running Python, ${size}`, `Ran Python, ${size}`];
      return words(doing, done, `run Python, ${size}`);
    }
    default:
      return words('Calling', 'Called', 'call', call.tool || '?');
  }
}

function words(doing: string, done: string, toDo: string, target = ''): IWording {
  return { doing, done, toDo, target };
}

/** The arguments of a call, null where the model wrote something else. */
export function argsObject(
  call: ToolCallPart
): Readonly<Record<string, unknown>> | null {
  const value = decoded(call);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : null;
}

/** The arguments of a call the way the model wrote them. */
export function argsText(call: ToolCallPart): string {
  const value = decoded(call);
  return typeof value === 'string' ? value : (call.args ?? '{}');
}

function decoded({ args = '{}' }: ToolCallPart): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return null;
  }
}

/** The code of a call of Python; what the model wrote where it is no code. */
export function pythonOf(call: ToolCallPart): string {
  const code = argsObject(call)?.code;
  return typeof code === 'string' ? code : argsText(call);
}

/** The call with the arguments that run: the person's change instead of the model's. */
export function callThatRuns({ call, changed }: IStep): ToolCallPart {
  return changed === null ? call : { ...call, args: changed };
}

/** `1 line`, `12 lines`. */
export function linesOf(code: string): string {
  const lines = code.replace(/^\n+|\n+$/g, '').split(LINE_END);
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return count === 1 ? '1 line' : `${count} lines`;
}

function targetOf(args: Readonly<Record<string, unknown>>): string {
  const values = Object.values(args).filter(value => value !== null && value !== '');
  const texts = values.map(value =>
    typeof value === 'string' ? value : JSON.stringify(value)
  );
  return cut(texts.join(', ').split(/\s+/).filter(Boolean).join(' '), MAX_TARGET_CHARS);
}

function cut(text: string, most: number): string {
  // By code points, and without taking a long text apart.
  const chars = [...text.slice(0, 2 * most + 1)];
  return chars.length > most ? `${chars.slice(0, most).join('')}…` : text;
}

/** What a result makes of its call. */
export function outcomeOf(result: ToolResultPart): StepState {
  if (!result.is_error) {
    return 'done';
  }
  return result.text.startsWith(NOT_RUN) ? 'not_run' : 'failed';
}

/** Whether it does more than read, so that its arguments are shown. */
export function acts(step: IStep): boolean {
  return step.effect !== 'read';
}

/** The step in one line. */
export function stepLine(step: IStep): IStepLine {
  const { doing, done, toDo, target } = wording(callThatRuns(step));
  switch (step.state) {
    case 'writing': // nothing runs, and its arguments are not known
      return { words: 'Writing a call of', target: step.call.tool || '?', rest: '' };
    case 'waiting':
    case 'running':
      return { words: doing, target, rest: '' };
    case 'done':
      return { words: done, target, rest: dotted(recordOf(step)) };
    case 'failed':
      return acts(step)
        ? { words: done, target, rest: dotted(recordOf(step)) }
        : { words: `Could not ${toDo}`, target, rest: `: ${reasonOf(step)}` };
    case 'not_run':
      return { words: `Did not ${toDo}`, target, rest: ` · ${reasonOf(step)}` };
  }
}

function dotted(words: string): string {
  return words && ` · ${words}`;
}

/** Who allowed it, and how long it took. */
function recordOf(step: IStep): string {
  const allowed = step.decided ? allowedBy(step.decided) : '';
  return [allowed, ranWords(step)].filter(Boolean).join(' · ');
}

function ranWords({ result, seconds, state }: IStep): string {
  if (!result) {
    return ENDED_FIRST;
  }
  const isFailed = state === 'failed';
  if (seconds === null) {
    return isFailed ? 'failed' : '';
  }
  return `${isFailed ? 'failed after ' : ''}${duration(seconds)}`;
}

/** `approved 14:03`; empty if it was not allowed. */
export function allowedBy(decided: CallDecided): string {
  if (decided.answer === 'deny') {
    return '';
  }
  switch (decided.by) {
    case 'yes':
      return 'allowed by --yes';
    case 'settings':
      return 'allowed in the settings';
    case 'person':
      if (!decided.remember) {
        const change = decided.edited_args ? ' with your change' : '';
        return `approved ${clockTime(decided.at)}${change}`;
      }
      return 'allowed in this conversation';
    default:
      return 'allowed in this conversation';
  }
}

/** Why it gave nothing, on one line. */
export function reasonOf({ decided, result, state }: IStep): string {
  if (decided?.answer === 'deny') {
    const quoted = decided.reason ? `: “${decided.reason}”` : '';
    return decided.by === 'nobody' ? NOBODY_AT_ALL : `denied${quoted}`;
  }
  if (!result) {
    return ENDED_FIRST;
  }
  const text = result.text.startsWith(NOT_RUN)
    ? result.text.slice(NOT_RUN.length)
    : result.text;
  let first = text.trim().split('\n', 1)[0];
  if (state === 'not_run') {
    first = first.split('. ', 1)[0].replace(/\.+$/, ''); // the rest is for the model
  }
  if (first.startsWith(NOBODY)) {
    return NOBODY_AT_ALL;
  }
  return (
    [...first.slice(0, 2 * MAX_REASON_CHARS)].slice(0, MAX_REASON_CHARS).join('') ||
    'no reason given'
  );
}

/** `12 ms`, `1.2 s`, `3 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 1) {
    return `${(seconds * 1000).toFixed(0)} ms`;
  }
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  if (seconds < 60) {
    return `${seconds.toFixed(0)} s`;
  }
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** `12 s`, `3 min 5 s`: a time that goes on. */
export function wholeSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : duration(whole);
}

/** `14:03`, by the clock of who reads. */
export function clockTime(at: string): string {
  const date = new Date(at);
  const digits = (count: number): string => String(count).padStart(2, '0');
  return `${digits(date.getHours())}:${digits(date.getMinutes())}`;
}
