/**
 * A style sheet as text, with what it imports: `scripts/bundle.mjs` makes it so. Only for
 * the modules that run outside JupyterLab; there the sheets come with the extension.
 */
declare module '*.css' {
  const text: string;
  export default text;
}
