import { z } from 'zod'
import { uri } from './values.ts'

/** `#` and 3 or 6 hexadecimal digits. */
export const color = z.string().regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'Enter a color such as #0a7b83')

export const colorPair = z.object({ light: color, dark: color })
export const picturePair = z.object({ light: uri, dark: uri })

const fontFace = z.object({
  weight: z.number().int().min(1).max(1000),
  sources: z.array(z.object({ url: uri, format: z.enum(['woff2', 'woff']).optional() })).min(1),
})
export const customFont = z.object({
  id: z.string(),
  custom: z.literal(true),
  fontFamily: z.string().min(1).max(50),
  fontFaces: z.array(fontFace).min(1),
})

export const fonts = [
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
  'ABCFavorit',
] as const

export const monospaceFonts = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const

export const codeThemes = [
  'default-light',
  'default-dark',
  'monochrome-light',
  'monochrome-dark',
  'github-light',
  'github-dark',
  'one-light',
  'one-dark-pro',
  'solarized-light',
  'solarized-dark',
  'nord',
  'dracula',
  'monokai',
] as const

export const locales = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'] as const

export const socialPlatforms = [
  'twitter',
  'instagram',
  'facebook',
  'linkedin',
  'github',
  'discord',
  'slack',
  'youtube',
  'tiktok',
  'reddit',
  'bluesky',
  'mastodon',
  'threads',
  'medium',
] as const
