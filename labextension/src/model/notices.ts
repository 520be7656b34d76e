/** Cards of ours in words: what happened, what is kept, what to do. */
import type {
  EndReason,
  ErrorKind,
  Fallback,
  Info,
  InfoPart,
  Retrying,
  RunEvent,
  RunFailed
} from '../wire';
import type { INotice } from './blocks';

/** A notice without its place among the blocks. */
export type Saying = Pick<INotice, 'sign' | 'title' | 'body' | 'quote'>;

const MAX_QUOTE_CHARS = 600;
const BYTES_PER_TOKEN = 4;
const MISSING = 404;
/** Drivers add it to the provider's words; the title says it already. */
const STATUS = / \(HTTP \d+\)$/;
const ANOTHER = 'Another model: `-m CONNECTION/MODEL`.';

/** Failures after which the words that arrived are a beginning to go on from. */
const BREAKS: readonly ErrorKind[] = [
  'timeout',
  'network',
  'protocol',
  'server',
  'overloaded',
  'rate_limit'
];

export const LATER_PART: Saying = say(
  'info',
  'A part of a later version is not shown here.'
);

function say(sign: INotice['sign'], title: string, body = '', quote = ''): Saying {
  return { sign, title, body, quote };
}

/**
 * What an event tells the person beside the answer, null for most.
 *
 * `model` is `connection/model`, as it was asked for.
 */
export function noticeOf(event: RunEvent, model: string): Saying | null {
  switch (event.type) {
    case 'fallback':
      return fallback(event, 'answers');
    case 'retrying':
      return retrying(event, model);
    case 'provider_tool':
      return say('info', `${event.name}: ${event.phase} ${event.detail ?? ''}`.trim());
    case 'info':
      return fromInfo(event);
    case 'done':
      return fromEnd(event.reason, event.refusal_category ?? '');
    case 'error':
      return fromFailure(event, model);
    default:
      return null;
  }
}

/** One that failed and who answers instead, or did once the answer is there. */
export function fallback(event: Fallback, does: 'answers' | 'answered'): Saying {
  const { from_label, to_label, reason } = event;
  return say(
    'fallback',
    `${from_label} failed: ${reason}.`,
    `${to_label} ${does} instead.`
  );
}

function retrying(event: Retrying, model: string): Saying {
  const wait = event.wait_s >= 1 ? `in ${event.wait_s.toFixed(0)} s` : 'at once';
  const what = `trying again ${wait}, attempt ${event.attempt}.`;
  return say('retry', `${connectionOf(model)} ${event.reason}: ${what}`);
}

/** What became of a provider that was asked again. */
export function retried(event: Retrying, model: string): Saying {
  const what = `answered at attempt ${event.attempt}.`;
  return say('retry', `${connectionOf(model)} ${event.reason}: ${what}`);
}

export function fromInfo({ text, level }: Info | InfoPart): Saying {
  return say(level ?? 'info', text);
}

/** What must be said about how a run ended; limits say so themselves. */
function fromEnd(reason: EndReason, category: string): Saying | null {
  switch (reason) {
    case 'cancelled':
      return say(
        'stopped',
        'Stopped by you.',
        'What arrived is kept and stays in the conversation.'
      );
    case 'refusal': {
      const why = category ? ` (${category})` : '';
      const title = `The model declined to answer this${why}.`;
      return say('warning', title, 'Change the question.');
    }
    case 'other':
      return say(
        'warning',
        'The provider ended the answer without saying why.',
        'It may be incomplete.'
      );
    default:
      return null;
  }
}

function fromFailure(failed: RunFailed, model: string): Saying {
  const who = failed.provider || connectionOf(model);
  const said = quoteOf(failed.message);
  if (failed.text && BREAKS.includes(failed.kind)) {
    const tokens = textTokens(failed.text).toLocaleString('en-US');
    return say(
      'error',
      `The answer of ${who} broke off after about ${tokens} tokens.`,
      'What arrived is kept above. Ask again to go on.',
      said
    );
  }
  const name = model.slice(model.indexOf('/') + 1);
  const words = FAILURES[kindOf(failed, name)] ?? FAILURES.server;
  const [title, remedy] = words({
    who,
    model: name,
    status: failed.status ? ` (${failed.status})` : '',
    again: failed.retry_after_s
      ? `Try again in ${failed.retry_after_s.toFixed(0)} s.`
      : 'Try again in a while.'
  });
  return say('error', title, remedy, said);
}

interface IFacts {
  readonly who: string;
  readonly model: string;
  readonly status: string;
  readonly again: string;
}

type FailureWords = (facts: IFacts) => readonly [title: string, remedy: string];

/** What happened, and what to do. Kinds that are newer than this view are `server`. */
const FAILURES: Readonly<Record<ErrorKind, FailureWords>> = {
  auth: ({ who, status }) => [
    `${who} refused the key${status}.`,
    `Check it, or name its variable: \`%assistant use ${who} --key-env NAME\`.`
  ],
  permission: ({ model, status }) => [
    `This key may not use ${model}${status}.`,
    ANOTHER
  ],
  not_found: ({ who, model, status }) => [
    `${who} has no model ${model}${status}.`,
    `\`%assistant models ${who}\` lists what it has.`
  ],
  rate_limit: ({ who, status, again }) => [
    `${who} is limiting requests${status}.`,
    `${again} ${ANOTHER}`
  ],
  quota: ({ who, status }) => [
    `The account at ${who} has no credit left${status}.`,
    ANOTHER
  ],
  overloaded: ({ who, status, again }) => [
    `${who} is overloaded${status}.`,
    `${again} ${ANOTHER}`
  ],
  context_length: ({ model }) => [
    `The conversation is too long for ${model}.`,
    '`%%ask --new` begins a new one; `-c none` sends less along.'
  ],
  bad_request: ({ who, status }) => [
    `${who} did not accept the request${status}.`,
    '`%assistant probe` looks at address, key and model.'
  ],
  content_filter: ({ who }) => [
    `${who} declined to answer this.`,
    'Change the question.'
  ],
  timeout: ({ who, again }) => [`${who} did not answer in time.`, again],
  network: ({ who }) => [
    `${who} can't be reached.`,
    'Check the network, or the address: `%assistant probe`.'
  ],
  protocol: ({ who }) => [
    `${who} answers, but not as its kind of API should.`,
    'Check the address: `%assistant probe`.'
  ],
  server: ({ who, status, again }) => [`${who} failed${status}.`, again]
};

/** What failed, where a missing page may well be a missing model. */
function kindOf(failed: RunFailed, model: string): ErrorKind {
  const isMissing = failed.kind === 'bad_request' && failed.status === MISSING;
  return isMissing && failed.message.includes(model) ? 'not_found' : failed.kind;
}

function connectionOf(model: string): string {
  return model.split('/', 1)[0];
}

function quoteOf(message: string): string {
  const words = message.split(/\s+/).filter(Boolean).join(' ').replace(STATUS, '');
  const chars = [...words];
  return chars.length > MAX_QUOTE_CHARS
    ? `${chars.slice(0, MAX_QUOTE_CHARS).join('')}…`
    : words;
}

/** Tokens of a text as the kernel estimates them. */
function textTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN);
}
