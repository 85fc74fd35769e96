import type { Properties } from 'hast'
import type { Customization, ReaderSite } from '../model.ts'
import { isNamedCodeTheme } from './code-themes.ts'

/** The attributes on `<html>` for a site's customization, which the CSS tokens use. */
export function rootAttributes(site: Pick<ReaderSite, 'locale' | 'dir' | 'customization'>): Properties {
  const { styling = {}, themes } = site.customization
  const scheme = themes?.default === 'light' || themes?.default === 'dark' ? themes.default : undefined
  const font = typeof styling.font === 'string' && styling.font !== 'Inter' ? styling.font : undefined
  return {
    lang: site.locale,
    dir: site.dir,
    ...codeClass(styling.codeTheme),
    'data-theme': styling.theme ?? 'clean',
    'data-corners': styling.corners ?? 'rounded',
    'data-depth': styling.depth ?? 'subtle',
    ...unlessDefault('data-links', styling.links, 'default'),
    ...unlessDefault('data-search', styling.search, 'prominent'),
    ...unlessDefault('data-sidebar', styling.sidebar?.background, 'default'),
    ...unlessDefault('data-sidebar-list', styling.sidebar?.list, 'default'),
    ...unlessDefault('data-font', font, 'Inter'),
    ...unlessDefault('data-scheme', scheme, 'system'),
  }
}

type CodeTheme = NonNullable<Customization['styling']>['codeTheme']

/** A class for the colors, and another if code always has the same scheme. */
function codeClass(theme: CodeTheme): Properties {
  if (!theme) return {}
  const { light, dark } = theme.default
  if (isNamedCodeTheme(theme)) return {}
  const name = light.startsWith('monochrome') ? 'code-monochrome' : 'code-default'
  if (light.endsWith('-dark')) return { class: `${name} code-force-dark` }
  return { class: dark.endsWith('-light') ? `${name} code-force-light` : name }
}

function unlessDefault(name: string, value: string | undefined, defaultValue: string): Properties {
  return value && value !== defaultValue ? { [name]: value } : {}
}
