/** highlight.js with the languages that notebooks speak. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import julia from 'highlight.js/lib/languages/julia';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const LANGUAGES = {
  bash,
  css,
  diff,
  javascript,
  json,
  julia,
  markdown,
  python,
  r,
  sql,
  typescript,
  xml,
  yaml
};

for (const [name, language] of Object.entries(LANGUAGES)) {
  hljs.registerLanguage(name, language);
}
hljs.registerAliases(['ipython', 'ipython3', 'python3'], { languageName: 'python' });
hljs.registerAliases(['shell', 'shellscript', 'console'], { languageName: 'bash' });

/** HTML of the code with `hljs-*` classes; null for a language it does not know. */
export function highlightHtml(code: string, language: string): string | null {
  return hljs.getLanguage(language) === undefined
    ? null
    : hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
