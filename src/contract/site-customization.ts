import { z } from 'zod'
import { contentReference } from './pages.ts'
import { resource } from './route.ts'
import {
  codeThemes,
  colorPair,
  customFont,
  fonts,
  locales,
  monospaceFonts,
  picturePair,
  socialPlatforms,
} from './shared/customization-values.ts'
import { contentBodyLimit } from './shared/limits.ts'
import { sitePath } from './shared/paths.ts'
import { condition, uri } from './shared/values.ts'
import { siteIcon, siteTitle } from './sites.ts'

const enabled = z.object({ enabled: z.boolean() })
const font = z.union([z.enum(fonts), customFont])
const codeTheme = z.object({ light: z.enum(codeThemes), dark: z.enum(codeThemes) })

const styling = z.object({
  theme: z.enum(['clean', 'muted', 'bold', 'gradient']),
  primaryColor: colorPair,
  infoColor: colorPair,
  successColor: colorPair,
  warningColor: colorPair,
  dangerColor: colorPair,
  tint: z.object({ color: colorPair }).optional(),
  corners: z.enum(['straight', 'rounded', 'circular']),
  depth: z.enum(['subtle', 'flat']),
  links: z.enum(['default', 'accent']),
  font,
  headingFont: font.nullable().optional(),
  monospaceFont: z.union([z.enum(monospaceFonts), customFont]),
  codeTheme: z.object({ default: codeTheme, openapi: codeTheme }).optional(),
  background: z.enum(['plain', 'match']).default('plain').meta({ deprecated: true }),
  icons: z.enum(['regular', 'solid', 'duotone', 'light', 'thin']),
  sidebar: z.object({
    background: z.enum(['default', 'filled']),
    list: z.enum(['default', 'pill', 'line']),
  }),
  search: z.enum(['prominent', 'subtle']),
})

const target = contentReference.nullable()

const header = z.object({
  preset: z
    .enum(['default', 'bold', 'contrast', 'custom', 'none'])
    .default('default')
    .meta({ deprecated: true }),
  logo: picturePair.optional(),
  backgroundColor: colorPair.optional().meta({ deprecated: true }),
  linkColor: colorPair.optional().meta({ deprecated: true }),
  primaryLink: contentReference.optional(),
  links: z
    .array(
      z.object({
        title: z.string(),
        style: z.enum(['link', 'button-primary', 'button-secondary']).optional(),
        to: target,
        links: z.array(z.object({ title: z.string().max(64), to: target })).max(50),
        condition: condition.optional(),
      }),
    )
    .max(50),
})

const footer = z.object({
  logo: picturePair.optional(),
  groups: z
    .array(
      z.object({
        title: z.string(),
        links: z.array(z.object({ title: z.string(), to: target })).max(50),
      }),
    )
    .max(20),
  copyright: z.string().max(512).optional(),
})

export const siteCustomization = z
  .object({
    title: siteTitle.optional(),
    styling,
    internationalization: z.object({ locale: z.enum(locales) }),
    favicon: siteIcon,
    header,
    footer,
    announcement: z
      .object({
        enabled: z.boolean(),
        message: z.string().min(2).max(128),
        link: z.object({ title: z.string(), to: target }).optional(),
        style: z.enum(['info', 'warning', 'danger', 'success']),
      })
      .optional(),
    themes: z.object({
      default: z.enum(['light', 'dark', 'system']),
      toggeable: z.boolean().describe('Visitors may change it; spelled this way in the interface'),
    }),
    pdf: enabled,
    feedback: enabled,
    pagination: enabled,
    trademark: enabled.describe('Shows the badge of the platform'),
    advancedCustomization: enabled,
    git: z.object({ showEditLink: z.boolean() }),
    pageActions: z.object({
      externalAI: z.boolean(),
      markdown: z.boolean(),
      items: z
        .array(z.enum(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf']))
        .max(6)
        .optional()
        .describe('In this order; decides over the two flags'),
    }),
    ai: z.object({ mode: z.enum(['none', 'search', 'assistant']) }),
    externalLinks: z.object({ target: z.enum(['self', 'blank']) }),
    privacyPolicy: z.object({ url: uri.optional() }),
    socialPreview: z.object({ url: uri.optional() }),
    insights: z.object({ trackingCookie: z.boolean() }),
    socialAccounts: z
      .array(
        z.object({
          platform: z.enum(socialPlatforms),
          handle: z.string().min(1).max(128),
          display: z.object({ footer: z.boolean(), header: z.boolean() }),
        }),
      )
      .max(10)
      .optional(),
  })
  .meta({ id: 'SiteCustomization' })
export type SiteCustomization = z.output<typeof siteCustomization>

const path = '/orgs/:organizationId/sites/:siteId/customization'

export const siteCustomizations = resource('siteCustomization', {
  get: {
    id: 'getSiteCustomization',
    method: 'GET',
    path,
    summary: 'Get how a site looks.',
    permission: 'site.view',
    params: sitePath,
    status: 200,
    response: siteCustomization,
  },
  put: {
    id: 'putSiteCustomization',
    method: 'PUT',
    path,
    summary: 'Change how a site looks; takes the whole object.',
    permission: 'site.edit',
    params: sitePath,
    body: siteCustomization,
    bodyLimit: contentBodyLimit,
    status: 200,
    response: siteCustomization,
  },
})
