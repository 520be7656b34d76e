import hooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const JUPYTER = {
  group: ['@jupyterlab/*', '@lumino/*'],
  message: 'The view runs outside JupyterLab too.'
};
const REACT = {
  group: ['react', 'react-dom', 'react-dom/*'],
  message: 'Models and Markdown know no React.'
};

/** Nothing of these folders of `src`, with what may still be had of them. */
function folders(names, ...exceptions) {
  return {
    group: [
      ...names.map(name => `**/${name}/**`),
      ...exceptions.map(name => `!**/${name}`)
    ],
    message: 'Imports go downwards: lab, widget; view; markdown; model.'
  };
}

/** What the files of a layer may not import. */
function layer(files, ...patterns) {
  return {
    files,
    rules: { 'no-restricted-imports': ['error', { patterns }] }
  };
}

export default typescript.config(
  {
    ignores: ['coverage/', 'lib/', 'node_modules/', '.yarn/', 'src/wire.ts']
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...typescript.configs.strict, ...typescript.configs.stylistic],
    plugins: { 'react-hooks': hooks },
    languageOptions: {
      parserOptions: {
        project: 'tests/tsconfig.json',
        tsconfigRootDir: import.meta.dirname
      }
    },
    rules: {
      ...hooks.configs.recommended.rules,
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true }
      ],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'interface', format: ['PascalCase'], prefix: ['I'] }
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true }
      ],
      // As in JupyterLab: `Reply.IOptions` beside `Reply`.
      '@typescript-eslint/no-namespace': 'off',
      // What must be JSON is a `type`: an interface has no index signature.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      'array-callback-return': 'error',
      complexity: ['error', { max: 18, variant: 'modified' }],
      curly: 'error',
      eqeqeq: 'error',
      'max-lines': ['error', 400],
      'no-console': ['error', { allow: ['warn', 'error'] }]
    }
  },
  {
    files: ['src/**'],
    rules: {
      'max-lines-per-function': [
        'error',
        { max: 60, skipBlankLines: true, skipComments: true }
      ]
    }
  },
  layer(
    ['src/model/**'],
    JUPYTER,
    REACT,
    folders(['lab', 'widget', 'view', 'markdown'])
  ),
  layer(
    ['src/markdown/**'],
    JUPYTER,
    REACT,
    folders(['lab', 'widget', 'view', 'model'], 'view/ports', 'model/visible')
  ),
  layer(
    ['src/markdown/rendermime.ts'],
    REACT,
    folders(['lab', 'widget', 'view', 'model'], 'view/ports', 'model/visible')
  ),
  layer(
    ['src/view/**'],
    JUPYTER,
    folders(['lab', 'widget']),
    folders(['markdown'], 'markdown/incremental', 'markdown/blocks')
  ),
  layer(['src/widget/**'], JUPYTER, folders(['lab']))
);
