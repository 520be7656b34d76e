import * as React from 'react';
import type { ISource } from '../model/blocks';
import type { CitationPart } from '../wire';
import { Icon } from './icons';
import { SUPPRESSED } from './keys';

export interface ISourcesProps {
  readonly sources: readonly ISource[];
}

/** Where the answer says it comes from, each place once. */
export function Sources({ sources }: ISourcesProps): React.JSX.Element | null {
  const places = new Map(
    sources.map(({ citation }) => [keyOf(citation), citation] as const)
  );
  return places.size === 0 ? null : (
    <ol className="jp-Assistant-sources" aria-label="Sources">
      {[...places].map(([key, citation], place) => (
        <li key={key}>
          <span>{place + 1}</span>
          <Source citation={citation} />
        </li>
      ))}
    </ol>
  );
}

function Source({ citation }: { readonly citation: CitationPart }): React.JSX.Element {
  const { title, url, filename, file_id } = citation;
  const page = pageOf(url);
  const name = title || filename || file_id || url || 'A source without a name';
  if (!page) {
    return (
      <>
        <Icon name="file" />
        <span title={citation.cited_text || undefined}>{name}</span>
      </>
    );
  }
  return (
    <>
      <Icon name="out" />
      <a
        href={page.href}
        target="_blank"
        rel="noopener noreferrer"
        title={citation.cited_text || page.href}
        {...SUPPRESSED}
      >
        {name}
        <span className="jp-Assistant-unseen"> (opens outside)</span>
      </a>
      <span className="jp-Assistant-muted">{page.host}</span>
    </>
  );
}

function keyOf({ url, file_id, filename, title }: CitationPart): string {
  return url || [file_id, filename, title].join('\n');
}

/** An address of the web, and nothing else that a link could start. */
function pageOf(url: string | undefined): URL | null {
  try {
    const page = new URL(url ?? '');
    return /^https?:$/.test(page.protocol) ? page : null;
  } catch {
    return null;
  }
}
