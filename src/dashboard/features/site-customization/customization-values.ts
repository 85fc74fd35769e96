import type { z } from 'zod'
import { type SiteCustomization, siteCustomization } from '#contract/site-customization.ts'

/** The customization of a site as the API reads and returns it. */
export type Customization = z.input<typeof siteCustomization>

/**
 * The customization as a form edits it: one flat field for each leaf, named by its path with slashes, so that changes
 * of two people merge field by field.
 */
export type CustomizationValues = Record<string, unknown>

/** Text fields, which are absent from the customization while they are empty. */
const textFields = [
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

const colorRoles = ['primary', 'info', 'success', 'warning', 'danger'] as const
/** The colors that every site has. */
export const colorNames = colorRoles.map((name) => `styling/${name}Color`)

/** Fields that a space cannot override. */
export const siteOnlyFields: ReadonlySet<string> = new Set([
  'styling/font',
  'styling/monospaceFont',
  'pageActions/items',
  'insights/trackingCookie',
  'ai/mode',
])

const defaults: Readonly<Record<string, unknown>> = {
  'styling/codeTheme/default/light': 'default-light',
  'styling/codeTheme/default/dark': 'default-dark',
  'announcement/enabled': false,
  'announcement/style': 'info',
  'announcement/link/to': null,
  socialAccounts: [],
}

const otherFields = [
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
  'ai/mode',
  'socialAccounts',
]

const fieldNames: readonly string[] = [...textFields, ...otherFields]
const isTextField = new Set<string>(textFields)

/** The form’s value for an uploaded font, which the API describes by an object. */
export const customFont = 'own'
const isFont = (name: string): boolean => /\/(?:font|headingFont|monospaceFont)$/.test(name)

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path of a customization or of overrides. */
export const valueAt = (tree: unknown, name: string): unknown =>
  name.split('/').reduce<unknown>((value, part) => (isTree(value) ? value[part] : undefined), tree)

/** The customization as the form shows it. */
export function valuesOf(customization: Customization): CustomizationValues {
  const entries = fieldNames.map((name) => {
    const value = valueAt(customization, name)
    if (isFont(name) && isTree(value)) return [name, customFont] as const
    if (name === 'pageActions/items' && value === undefined)
      return [name, defaultActions(customization)] as const
    if (name === 'pageActions/items' && Array.isArray(value))
      return [name, value.filter(isPageAction)] as const
    // Both answer in the search.
    if (name === 'ai/mode' && value === 'assistant') return [name, 'search'] as const
    return [name, value ?? (isTextField.has(name) ? '' : defaults[name])] as const
  })
  return Object.fromEntries(entries)
}

/** Two older flags decide if there is no list of actions. */
const defaultActions = ({ pageActions: { externalAI, markdown } }: Customization): string[] => [
  ...(markdown ? ['markdown'] : []),
  ...(externalAI ? ['external-ai'] : []),
]

/** The page actions that have an effect. The API accepts others, which the form neither shows nor removes. */
export const pageActions = ['markdown', 'pdf', 'external-ai', 'mcp'] as const
export type PageAction = (typeof pageActions)[number]

const isPageAction = (value: unknown): boolean => pageActions.some((one) => one === value)

/** The actions of the form, followed by those that only the API knows. */
function storedActions(value: unknown, base: Customization): unknown {
  if (!Array.isArray(value)) return value
  const others = (base.pageActions.items ?? []).filter((one) => !isPageAction(one))
  return [...value, ...others]
}

function setAt(tree: Record<string, unknown>, name: string, value: unknown): void {
  const [first = '', ...others] = name.split('/')
  if (others.length === 0) {
    if (value === undefined) delete tree[first]
    else tree[first] = value
    return
  }
  const child = tree[first]
  if (!isTree(child) && value === undefined) return
  const branch = isTree(child) ? { ...child } : {}
  setAt(branch, others.join('/'), value)
  tree[first] = branch
}

const schemePairs = ['header/logo', 'footer/logo', 'styling/tint/color']

/** The form’s values merged into a customization, which may have more than the form shows. The result may be invalid. */
export function customizationTree(values: CustomizationValues, base: Customization): Record<string, unknown> {
  const tree: Record<string, unknown> = { ...base }
  for (const name of fieldNames) {
    if (name.startsWith('favicon/') || values[name] === customFont) continue
    const value = name === 'pageActions/items' ? storedActions(values[name], base) : values[name]
    setAt(tree, name, value === '' ? undefined : value)
  }
  for (const pair of schemePairs) {
    const [light, dark] = [valueAt(tree, `${pair}/light`), valueAt(tree, `${pair}/dark`)]
    setAt(tree, pair, light || dark ? { light: light ?? dark, dark: dark ?? light } : undefined)
  }
  if (!valueAt(tree, 'styling/tint/color')) setAt(tree, 'styling/tint', undefined)
  if (!valueAt(tree, 'announcement/link/title')) setAt(tree, 'announcement/link', undefined)
  if (!valueAt(tree, 'announcement/message')) setAt(tree, 'announcement', undefined)
  tree.favicon = faviconOf(values)
  return tree
}

function faviconOf(values: CustomizationValues): Record<string, unknown> {
  const [light, dark] = [values['favicon/icon/light'], values['favicon/icon/dark']]
  if (light || dark) return { icon: { light: light || dark, dark: dark || light } }
  return values['favicon/emoji'] ? { emoji: values['favicon/emoji'] } : {}
}

/** The customization that the form describes; null while something in it is invalid. */
export function customizationOf(values: CustomizationValues, base: Customization): SiteCustomization | null {
  const parsed = siteCustomization.safeParse(customizationTree(values, base))
  return parsed.success ? parsed.data : null
}

/** The first error of each field of the form. */
export function fieldErrors(values: CustomizationValues, base: Customization): ReadonlyMap<string, string> {
  const errors = new Map<string, string>()
  const missing = values['announcement/enabled'] === true && !values['announcement/message']
  if (missing) errors.set('announcement/message', 'Enter the announcement')
  const parsed = siteCustomization.safeParse(customizationTree(values, base))
  for (const { path, message } of parsed.error?.issues ?? []) {
    const fullPath = path.join('/')
    const name =
      fieldNames.find((one) => fullPath === one || fullPath.startsWith(`${one}/`)) ?? fieldWithin(fullPath)
    if (name !== undefined && !errors.has(name)) errors.set(name, message)
  }
  return errors
}

/** The schema reports an error of a union, such as the favicon, for the whole union. */
const fieldWithin = (path: string): string | undefined =>
  fieldNames.find((name) => name.startsWith(`${path}/`)) ?? undefined

/** The fields that changed, as a change of a space’s overrides; null removes an override. */
export function overridesChange(
  values: CustomizationValues,
  now: CustomizationValues,
  base: Customization,
): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  const tree = customizationTree(values, base)
  for (const name of fieldNames) {
    if (siteOnlyFields.has(name) || JSON.stringify(values[name]) === JSON.stringify(now[name])) continue
    if (name.startsWith('favicon/')) change.favicon = tree.favicon
    else setAt(change, name, valueAt(tree, name) ?? null)
  }
  for (const pair of schemePairs)
    if (valueAt(change, pair) !== undefined) setAt(change, pair, valueAt(tree, pair) ?? null)
  return change
}

/** The fields of the form that a space overrides. */
export const overriddenFields = (overrides: unknown): ReadonlySet<string> =>
  new Set(
    fieldNames.filter((name) =>
      name.startsWith('favicon/')
        ? isTree(overrides) && overrides.favicon !== undefined
        : valueAt(overrides, name) !== undefined,
    ),
  )

/** A change that removes an override, so that the space follows the site again. */
export function resetChange(name: string): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  setAt(change, name.startsWith('favicon/') ? 'favicon' : name, null)
  return change
}
