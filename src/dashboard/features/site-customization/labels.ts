import {
  codeThemes,
  fonts,
  locales,
  monospaceFonts,
  socialPlatforms,
} from '#contract/shared/customization-values.ts'
import type { Choice } from '../../components/ui/inputs.tsx'

/** A readable name: `one-dark-pro` is One dark pro, `IBMPlexMono` is IBM Plex Mono. */
const humanize = (value: string): string => {
  const spaced = value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll('-', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const choicesIn = (values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, label: humanize(value) }))

export const fontChoices = choicesIn(fonts)
export const monospaceChoices = choicesIn(monospaceFonts)
export const codeThemeChoices = choicesIn(codeThemes)
export const platformChoices: Choice[] = socialPlatforms.map((value) => ({
  value,
  label:
    { github: 'GitHub', linkedin: 'LinkedIn', youtube: 'YouTube', tiktok: 'TikTok', twitter: 'X (Twitter)' }[
      value as string
    ] ?? humanize(value),
}))

const languages: Readonly<Record<(typeof locales)[number], string>> = {
  en: 'English',
  fr: 'Français',
  es: 'Español',
  zh: '中文',
  ja: '日本語',
  de: 'Deutsch',
  nl: 'Nederlands',
  no: 'Norsk',
  'pt-br': 'Português do Brasil',
  ru: 'Русский',
}
export const localeChoices: Choice[] = locales.map((value) => ({ value, label: languages[value] }))

export const themeLabels = { clean: 'Clean', muted: 'Muted', bold: 'Bold', gradient: 'Gradient' }
export const cornerLabels = { straight: 'Straight', rounded: 'Rounded', circular: 'Circular' }
export const depthLabels = { subtle: 'Subtle shadows', flat: 'Flat' }
export const linkLabels = { default: 'Text color', accent: 'Primary color' }
export const backgroundLabels = { default: 'Same as page', filled: 'Filled' }
export const listLabels = { default: 'Plain', pill: 'Pill', line: 'Line' }
export const searchLabels = { prominent: 'Center of the header', subtle: 'End of the header' }
export const questionLabels = { none: 'Not answered', search: 'Answered in the search' }
export const schemeLabels = { system: 'Reader’s system setting', light: 'Light', dark: 'Dark' }
export const toneLabels = { info: 'Information', warning: 'Warning', danger: 'Danger', success: 'Success' }
export const linkStyleLabels = {
  link: 'Link',
  'button-primary': 'Button, filled',
  'button-secondary': 'Button, outlined',
}
export const targetLabels = { self: 'In the same tab', blank: 'In a new tab' }
