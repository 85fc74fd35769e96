/** The colors of code in one scheme; all have a contrast of at least 4.5:1 to the background. */
export type CodeColors = {
  readonly bg: string
  readonly ink: string
  readonly comment: string
  readonly keyword: string
  readonly string: string
  readonly number: string
  readonly function: string
  readonly type: string
  readonly param: string
  readonly punct: string
}

const colors = (
  ...[bg, ink, comment, keyword, string, number, call, type, param, punct]: Ten
): CodeColors => ({
  bg,
  ink,
  comment,
  keyword,
  string,
  number,
  function: call,
  type,
  param,
  punct,
})

type Ten = readonly [string, string, string, string, string, string, string, string, string, string]

/**
 * Well-known editor themes, reduced to the ten colors that pages use. Colors with too little contrast are moved
 * towards black or white.
 */
export const codeThemes: Readonly<Record<string, CodeColors>> = {
  'github-light': colors(
    '#ffffff',
    '#24292e',
    '#6a737d',
    '#d33948',
    '#032f62',
    '#005cc5',
    '#6f42c1',
    '#6f42c1',
    '#bf5208',
    '#24292e',
  ),
  'github-dark': colors(
    '#24292e',
    '#e1e4e8',
    '#8b929a',
    '#f97583',
    '#9ecbff',
    '#79b8ff',
    '#b392f0',
    '#b392f0',
    '#ffab70',
    '#e1e4e8',
  ),
  'one-light': colors(
    '#fafafa',
    '#383a42',
    '#707175',
    '#a626a4',
    '#3e7e3e',
    '#986801',
    '#3a6cda',
    '#976701',
    '#383a42',
    '#383a42',
  ),
  'one-dark-pro': colors(
    '#282c34',
    '#abb2bf',
    '#91959e',
    '#c678dd',
    '#98c379',
    '#d19a66',
    '#61afef',
    '#e5c07b',
    '#e2757d',
    '#abb2bf',
  ),
  'solarized-light': colors(
    '#fdf6e3',
    '#5d7179',
    '#677171',
    '#687700',
    '#207a74',
    '#c6337a',
    '#1f72ac',
    '#bf4715',
    '#5d7179',
    '#5d7179',
  ),
  'solarized-dark': colors(
    '#002b36',
    '#839496',
    '#839499',
    '#859900',
    '#2aa198',
    '#de66a0',
    '#3c97d7',
    '#d7764e',
    '#839496',
    '#839496',
  ),
  nord: colors(
    '#2e3440',
    '#d8dee9',
    '#979fb0',
    '#81a1c1',
    '#a3be8c',
    '#b793b0',
    '#88c0d0',
    '#8fbcbb',
    '#d8dee9',
    '#eceff4',
  ),
  dracula: colors(
    '#282a36',
    '#f8f8f2',
    '#8894ba',
    '#ff79c6',
    '#f1fa8c',
    '#bd93f9',
    '#50fa7b',
    '#8be9fd',
    '#ffb86c',
    '#f8f8f2',
  ),
  monokai: colors(
    '#272822',
    '#f8f8f2',
    '#94907d',
    '#fa518e',
    '#e6db74',
    '#ae81ff',
    '#a6e22e',
    '#a6e22e',
    '#fd971f',
    '#f8f8f2',
  ),
  'default-light': colors(
    '#f8f7f5',
    '#302b26',
    '#6b655d',
    '#8b2c48',
    '#2b6136',
    '#8a4a10',
    '#27508f',
    '#135f70',
    '#5b4186',
    '#5c5751',
  ),
  'default-dark': colors(
    '#1f1c1a',
    '#dbd5ce',
    '#9b938a',
    '#eaaab0',
    '#b2d9ab',
    '#eebd8a',
    '#a3c9f2',
    '#98d8db',
    '#cbb8ec',
    '#aca59c',
  ),
  'monochrome-light': colors(
    '#f8f7f5',
    '#302b26',
    '#6b655d',
    '#1c1917',
    '#57524b',
    '#57524b',
    '#1c1917',
    '#302b26',
    '#302b26',
    '#6b655d',
  ),
  'monochrome-dark': colors(
    '#1f1c1a',
    '#dbd5ce',
    '#9b938a',
    '#f5f2ee',
    '#bdb6ad',
    '#bdb6ad',
    '#f5f2ee',
    '#dbd5ce',
    '#dbd5ce',
    '#9b938a',
  ),
}

type CodeThemeChoice = { readonly default: { readonly light: string; readonly dark: string } }

/** Whether colors must be written: our own two themes are classes of the common stylesheet. */
export const isNamedCodeTheme = ({ default: { light, dark } }: CodeThemeChoice): boolean =>
  [light, dark].some((name) => !/^(?:default|monochrome)-/.test(name))

/** The colors of code as CSS token inputs, for light and dark pages. */
export function codeInputs(theme: CodeThemeChoice | undefined): string[] {
  if (!theme || !isNamedCodeTheme(theme)) return []
  const [light, dark] = [codeThemes[theme.default.light], codeThemes[theme.default.dark]]
  if (!light || !dark) return []
  const names = Object.keys(light) as (keyof CodeColors)[]
  return names.map((name) => `--code-${name}:light-dark(${light[name]},${dark[name]})`)
}
