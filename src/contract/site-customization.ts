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
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { overrides } from './shared/overrides.ts'
import { sitePath } from './shared/paths.ts'
import { address, condition, id, timestamp, uri, version } from './shared/values.ts'
import { siteSpacePath } from './site-spaces.ts'
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

/** A customization in a response. */
const customizationResponse = siteCustomization.extend({ version }).meta({ id: 'SiteCustomizationResponse' })

/** A temporary preview of a customization. */
export const sitePreview = z
  .object({
    object: z.literal('site-preview'),
    url: address.describe('The beginning of the site, or of the space that looks so'),
    expiresAt: timestamp,
  })
  .meta({ id: 'SitePreview' })

/** Settings that a site space cannot override: all spaces of a site share their fonts. */
const siteWideOnly = { font: true, monospaceFont: true } as const

/** Overrides for one space of a site; null removes an override. */
export const siteSpaceCustomization = overrides(
  siteCustomization
    .omit({ ai: true, pageActions: true, insights: true, advancedCustomization: true })
    .extend({ styling: styling.omit(siteWideOnly) }),
).meta({ id: 'SiteSpaceCustomization' })

const path = '/orgs/:organizationId/sites/:siteId/customization'
const siteSpacePathname = '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization'

export const siteCustomizations = resource('siteCustomization', {
  get: {
    id: 'getSiteCustomization',
    method: 'GET',
    path,
    summary: 'Get how a site looks; the usual looks while nobody has changed them.',
    permission: 'site.view',
    params: sitePath,
    status: 200,
    response: customizationResponse,
  },
  put: {
    id: 'putSiteCustomization',
    method: 'PUT',
    path,
    summary: 'Change how a site looks; takes the whole object.',
    permission: 'site.edit',
    params: sitePath,
    body: siteCustomization,
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: customizationResponse,
    versioned: true,
  },
  preview: {
    id: 'previewSiteCustomization',
    method: 'POST',
    path: `${path}/preview`,
    summary: 'Show the site in looks that are not saved, at an address that works for an hour.',
    description:
      'Whoever has the address may read there what the caller may read, as long as they may edit the site, and what everybody reads on it. Asked again it gives another address, and the one before is closed: everybody has one preview of a site at a time.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      looks: siteCustomization,
      siteSpace: id.optional().describe('Only this space of the site looks so; the whole site unless given'),
    }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: sitePreview,
  },
  getForSiteSpace: {
    id: 'getSiteSpaceCustomization',
    method: 'GET',
    path: siteSpacePathname,
    summary: 'Get how a space of a site looks: the looks of the site with what is different here.',
    permission: 'site.view',
    params: siteSpacePath,
    status: 200,
    response: customizationResponse.extend({
      hasOverrides: z.boolean().describe('Whether anything is different from the site'),
      overrides: siteSpaceCustomization.describe('What is different, as it was given'),
    }),
  },
  updateForSiteSpace: {
    id: 'updateSiteSpaceCustomization',
    method: 'PATCH',
    path: siteSpacePathname,
    summary:
      'Give a space of a site looks of its own; only what is given changes, null follows the site again.',
    permission: 'site.edit',
    params: siteSpacePath,
    body: siteSpaceCustomization,
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: customizationResponse.extend({ hasOverrides: z.boolean(), overrides: siteSpaceCustomization }),
    versioned: true,
  },
  deleteForSiteSpace: {
    id: 'deleteSiteSpaceCustomization',
    method: 'DELETE',
    path: siteSpacePathname,
    summary: 'Let a space of a site look as the site does.',
    permission: 'site.edit',
    params: siteSpacePath,
    status: 205,
    versioned: true,
  },
})
