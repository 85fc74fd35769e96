import type { z } from 'zod'
import { type SiteCustomization, siteCustomization } from '#contract/site-customization.ts'

/** The looks of a site as they are sent and answered. */
export type SiteLooks = z.input<typeof siteCustomization>

/**
 * The looks as a form writes them: one flat member for each leaf, named by its path with slashes, so that what two
 * people change is put together leaf by leaf.
 */
export type LooksValues = Record<string, unknown>

/** Absent while they are empty. */
const texts = [
  'title',
  'styling/headingFont',
  'styling/tint/color/light',
  'styling/tint/color/dark',
  'favicon/emoji',
  'favicon/icon/light',
  'favicon/icon/dark',
  'header/logo/light',
  'header/logo/dark',
  'footer/logo/light',
  'footer/logo/dark',
  'footer/copyright',
  'announcement/message',
  'announcement/link/title',
  'privacyPolicy/url',
  'socialPreview/url',
] as const

const meanings = ['primary', 'info', 'success', 'warning', 'danger'] as const
/** The colours that every site has. */
export const colorNames = meanings.map((name) => `styling/${name}Color`)

/** Of the site alone: a space cannot have them for itself. */
export const ofTheSiteAlone: ReadonlySet<string> = new Set([
  'styling/font',
  'styling/monospaceFont',
  'pageActions/items',
  'insights/trackingCookie',
])

const usual: Readonly<Record<string, unknown>> = {
  'styling/codeTheme/default/light': 'default-light',
  'styling/codeTheme/default/dark': 'default-dark',
  'announcement/enabled': false,
  'announcement/style': 'info',
  'announcement/link/to': null,
  socialAccounts: [],
}

const others = [
  'styling/theme',
  ...colorNames.flatMap((name) => [`${name}/light`, `${name}/dark`]),
  'styling/corners',
  'styling/depth',
  'styling/links',
  'styling/font',
  'styling/monospaceFont',
  'styling/codeTheme/default/light',
  'styling/codeTheme/default/dark',
  'styling/sidebar/background',
  'styling/sidebar/list',
  'styling/search',
  'internationalization/locale',
  'header/links',
  'footer/groups',
  'announcement/enabled',
  'announcement/style',
  'announcement/link/to',
  'themes/default',
  'themes/toggeable',
  'pdf/enabled',
  'feedback/enabled',
  'pagination/enabled',
  'trademark/enabled',
  'git/showEditLink',
  'pageActions/items',
  'externalLinks/target',
  'insights/trackingCookie',
  'socialAccounts',
]

const members: readonly string[] = [...texts, ...others]
const isText = new Set<string>(texts)

/** Stands for a font of one's own, which is no word. */
export const ownFont = 'own'
const isFont = (name: string): boolean => /\/(?:font|headingFont|monospaceFont)$/.test(name)

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a path of the looks, or of what is different in a space. */
export const at = (tree: unknown, name: string): unknown =>
  name.split('/').reduce<unknown>((value, part) => (isTree(value) ? value[part] : undefined), tree)

/** The looks as the form shows them. */
export function valuesOf(looks: SiteLooks): LooksValues {
  const entries = members.map((name) => {
    const value = at(looks, name)
    if (isFont(name) && isTree(value)) return [name, ownFont] as const
    if (name === 'pageActions/items' && value === undefined) return [name, actionsOf(looks)] as const
    return [name, value ?? (isText.has(name) ? '' : usual[name])] as const
  })
  return Object.fromEntries(entries)
}

/** The two flags decide where no order is given. */
const actionsOf = ({ pageActions: { externalAI, markdown } }: SiteLooks): string[] => [
  ...(markdown ? ['markdown'] : []),
  ...(externalAI ? ['external-ai'] : []),
]

function put(tree: Record<string, unknown>, name: string, value: unknown): void {
  const [first = '', ...rest] = name.split('/')
  if (rest.length === 0) {
    if (value === undefined) delete tree[first]
    else tree[first] = value
    return
  }
  const below = tree[first]
  if (!isTree(below) && value === undefined) return
  const branch = isTree(below) ? { ...below } : {}
  put(branch, rest.join('/'), value)
  tree[first] = branch
}

const pairs = ['header/logo', 'footer/logo', 'styling/tint/color']

/** What was written, laid over looks that may have more than the form shows. It may still be refused by the schema. */
export function treeOf(values: LooksValues, over: SiteLooks): Record<string, unknown> {
  const tree: Record<string, unknown> = { ...over }
  for (const name of members) {
    if (name.startsWith('favicon/') || values[name] === ownFont) continue
    put(tree, name, values[name] === '' ? undefined : values[name])
  }
  for (const pair of pairs) {
    const [light, dark] = [at(tree, `${pair}/light`), at(tree, `${pair}/dark`)]
    put(tree, pair, light || dark ? { light: light ?? dark, dark: dark ?? light } : undefined)
  }
  if (!at(tree, 'styling/tint/color')) put(tree, 'styling/tint', undefined)
  if (!at(tree, 'announcement/link/title')) put(tree, 'announcement/link', undefined)
  if (!at(tree, 'announcement/message')) put(tree, 'announcement', undefined)
  tree.favicon = faviconOf(values)
  return tree
}

function faviconOf(values: LooksValues): Record<string, unknown> {
  const [light, dark] = [values['favicon/icon/light'], values['favicon/icon/dark']]
  if (light || dark) return { icon: { light: light || dark, dark: dark || light } }
  return values['favicon/emoji'] ? { emoji: values['favicon/emoji'] } : {}
}

/** The looks that were written; null while something in them is not understood. */
export function looksOf(values: LooksValues, over: SiteLooks): SiteCustomization | null {
  const read = siteCustomization.safeParse(treeOf(values, over))
  return read.success ? read.data : null
}

/** The first fault of each member of the form. */
export function faultsOf(values: LooksValues, over: SiteLooks): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  const missing = values['announcement/enabled'] === true && !values['announcement/message']
  if (missing) faults.set('announcement/message', 'Write what the announcement says')
  const read = siteCustomization.safeParse(treeOf(values, over))
  for (const { path, message } of read.error?.issues ?? []) {
    const whole = path.join('/')
    const name = members.find((one) => whole === one || whole.startsWith(`${one}/`)) ?? nameWithin(whole)
    if (name !== undefined && !faults.has(name)) faults.set(name, message)
  }
  return faults
}

/** A union such as the favicon is refused as a whole. */
const nameWithin = (whole: string): string | undefined =>
  members.find((name) => name.startsWith(`${whole}/`)) ?? undefined

/** Values that differ, as a change to what a space has for itself; null takes a member away from it. */
export function changeOf(values: LooksValues, now: LooksValues, over: SiteLooks): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  const tree = treeOf(values, over)
  for (const name of members) {
    if (ofTheSiteAlone.has(name) || JSON.stringify(values[name]) === JSON.stringify(now[name])) continue
    if (name.startsWith('favicon/')) change.favicon = tree.favicon
    else put(change, name, at(tree, name) ?? null)
  }
  for (const pair of pairs) if (at(change, pair) !== undefined) put(change, pair, at(tree, pair) ?? null)
  return change
}

/** Which members of the form a space has for itself. */
export const differentIn = (overrides: unknown): ReadonlySet<string> =>
  new Set(
    members.filter((name) =>
      name.startsWith('favicon/')
        ? isTree(overrides) && overrides.favicon !== undefined
        : at(overrides, name) !== undefined,
    ),
  )

/** A change that lets a member follow the site again. */
export function resetOf(name: string): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  put(change, name.startsWith('favicon/') ? 'favicon' : name, null)
  return change
}
