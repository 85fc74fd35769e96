import {
  codeThemes,
  fonts,
  locales,
  monospaceFonts,
  socialPlatforms,
} from '#contract/shared/customization-values.ts'
import type { Choice } from '../../components/ui/inputs.tsx'

/** `one-dark-pro` as it is said: One dark pro. `IBMPlexMono` as IBM Plex Mono. */
const said = (value: string): string => {
  const spaced = value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll('-', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const choicesIn = (values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, label: said(value) }))

export const fontChoices = choicesIn(fonts)
export const monospaceChoices = choicesIn(monospaceFonts)
export const codeThemeChoices = choicesIn(codeThemes)
export const platformChoices: Choice[] = socialPlatforms.map((value) => ({
  value,
  label:
    { github: 'GitHub', linkedin: 'LinkedIn', youtube: 'YouTube', tiktok: 'TikTok', twitter: 'X (Twitter)' }[
      value as string
    ] ?? said(value),
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

export const themeWords = { clean: 'Clean', muted: 'Muted', bold: 'Bold', gradient: 'Gradient' }
export const cornerWords = { straight: 'Straight', rounded: 'Rounded', circular: 'Circular' }
export const depthWords = { subtle: 'Subtle shadows', flat: 'Flat' }
export const linkWords = { default: 'In the colour of the text', accent: 'In the primary colour' }
export const groundWords = { default: 'As the page', filled: 'Filled' }
export const listWords = { default: 'Plain', pill: 'Pill', line: 'Line' }
export const searchWords = { prominent: 'In the middle of the header', subtle: 'At its end' }
export const schemeWords = { system: 'As the reader’s system', light: 'Light', dark: 'Dark' }
export const toneWords = { info: 'Information', warning: 'Warning', danger: 'Danger', success: 'Success' }
export const linkStyleWords = {
  link: 'Link',
  'button-primary': 'Button, filled',
  'button-secondary': 'Button, outlined',
}
export const targetWords = { self: 'In the same window', blank: 'In a new window' }
