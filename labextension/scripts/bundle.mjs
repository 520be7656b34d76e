/**
 * Bundle what runs in a widget, outside our JupyterLab extension, into the Python
 * package: `loader.js`, which every widget carries, and `view.js`, which a page loads
 * once. Fails where the view has become too large or contains JupyterLab.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TARGET = fileURLToPath(
  new URL('../../jupyter_assistant/static/', import.meta.url)
);
/** What a widget's module may weigh, in bytes as a server sends it. */
const LARGEST = 250_000;
const FORBIDDEN = /^node_modules\/(@jupyterlab|@lumino)\//;

const options = {
  absWorkingDir: ROOT,
  bundle: true,
  legalComments: 'none',
  minify: true,
  target: 'es2020',
  write: false
};

/** `import css from './sheet.css'` gives its text, with what it imports. */
const sheets = {
  name: 'style sheets as text',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { outputFiles } = await esbuild.build({ ...options, entryPoints: [path] });
      return { contents: outputFiles[0].text, loader: 'text' };
    });
  }
};

/** What the licenses of the bundled packages ask of who passes them on. */
async function notices({ inputs }) {
  const folders = Object.keys(inputs).map(
    input => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
  );
  const texts = [...new Set(folders)].filter(Boolean).sort().map(notice);
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
}

async function notice(folder) {
  const files = await readdir(join(ROOT, folder));
  const license = files.find(file => /^licen[cs]e(\.\w+)?$/i.test(file));
  if (!license) {
    throw new Error(`${folder} has no license file`);
  }
  const { name, version } = JSON.parse(
    await readFile(join(ROOT, folder, 'package.json'), 'utf-8')
  );
  const text = await readFile(join(ROOT, folder, license), 'utf-8');
  return `${name} ${version}\n\n${text.trim()}\n`;
}

const { metafile, outputFiles } = await esbuild.build({
  ...options,
  entryPoints: { loader: 'src/widget/loader.ts', view: 'src/widget/mount.ts' },
  define: { 'process.env.NODE_ENV': '"production"' },
  format: 'esm',
  metafile: true,
  outdir: TARGET,
  plugins: [sheets]
});

const foreign = Object.keys(metafile.inputs).filter(input => FORBIDDEN.test(input));
if (foreign.length > 0) {
  throw new Error(`a widget's module needs JupyterLab: ${foreign.join(', ')}`);
}
await mkdir(TARGET, { recursive: true });
for (const { path, contents } of outputFiles) {
  const size = gzipSync(contents).length;
  console.log(`${basename(path)}: ${(size / 1000).toFixed(1)} kB compressed`);
  if (size > LARGEST) {
    throw new Error(`${basename(path)} is larger than ${LARGEST / 1000} kB`);
  }
  await writeFile(path, contents);
}
await writeFile(join(TARGET, 'third-party-licenses.txt'), await notices(metafile));
