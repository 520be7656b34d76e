/** Packages that ship ES modules only; jest runs CommonJS. */
const esModules = [
  '@codemirror',
  '@jupyter',
  '@jupyterlab',
  '@lezer',
  '@marijn',
  '@microsoft',
  '@rjsf',
  'crelt',
  'exenv-es6',
  'lib0',
  'marked',
  'nanoid',
  'style-mod',
  'vscode-ws-jsonrpc',
  'w3c-keyname',
  'y-protocols',
  'yjs'
];

/** @type {import('jest').Config} */
export default {
  testTimeout: 180_000, // some canaries are large, and a machine may be busy
  testEnvironment: 'jsdom',
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  testMatch: ['<rootDir>/tests/**/*.test.{ts,tsx}'],
  setupFiles: ['<rootDir>/tests/environment.cjs'],
  transform: {
    '\\.(css|svg)$': '<rootDir>/tests/text-transform.cjs',
    '\\.[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'classic' } }
        },
        module: { type: 'commonjs' }
      }
    ]
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/).*\\.[cm]?js$`],
  maxWorkers: 2,
  restoreMocks: true
};
