/** What the person makes of the arguments of a call that waits. */
import type { IStep } from '../model/blocks';
import { argsObject, argsText, PYTHON, pythonOf } from '../model/steps';
import type { Decision, ToolCallPart } from '../wire';

/** The arguments as they would run, or why they can't. */
export type Draft =
  | { readonly args: string | null; readonly problem: null }
  | { readonly args: null; readonly problem: string };

const AS_IT_IS: Draft = { args: null, problem: null };

/** Whether the code of a call can be changed by itself. */
export function isCode(call: ToolCallPart): boolean {
  return call.tool === PYTHON && typeof argsObject(call)?.code === 'string';
}

/** What of a call can be changed: the code of Python, else all arguments as JSON. */
export function textToEdit(call: ToolCallPart): string {
  if (isCode(call)) {
    return pythonOf(call).replace(/^\n+|\n+$/g, '');
  }
  const args = argsObject(call);
  return args === null ? argsText(call) : JSON.stringify(args, null, 2);
}

/** @param text what the person made of `textToEdit` */
export function draftOf(call: ToolCallPart, text: string): Draft {
  if (text === textToEdit(call)) {
    return AS_IT_IS;
  }
  return isCode(call) ? draftOfCode(call, text) : draftOfJson(call, text);
}

function draftOfCode(call: ToolCallPart, code: string): Draft {
  return code.trim() === ''
    ? { args: null, problem: 'There is no code to run.' }
    : { args: JSON.stringify({ ...argsObject(call), code }), problem: null };
}

function draftOfJson(call: ToolCallPart, text: string): Draft {
  let args: unknown;
  try {
    args = JSON.parse(text);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { args: null, problem: `This is not JSON: ${words}` };
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return { args: null, problem: 'The arguments must be one JSON object: { … }.' };
  }
  return JSON.stringify(args) === JSON.stringify(argsObject(call))
    ? AS_IT_IS
    : { args: text, problem: null }; // as it is on the screen
}

/** The step as it would be with the change. */
export function withDraft(step: IStep, { args }: Draft): IStep {
  return args === null ? step : { ...step, changed: args };
}

/** What the person says to a call; null if it does not wait. */
export function decisionFor(
  { pending }: IStep,
  answer: Omit<Decision, 'call_id' | 'args_digest'>
): Decision | null {
  return (
    pending && {
      call_id: pending.call.call_id,
      args_digest: pending.args_digest,
      ...answer
    }
  );
}
