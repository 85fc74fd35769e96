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
      toggeable: z.boolean().describe('Whether visitors can change it'),
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
        .describe('In this order; takes precedence over the two flags'),
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
    url: address.describe('The root of the site, or of the previewed space'),
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
    summary: 'Get the customization of a site; the default until someone changes it.',
    permission: 'site.view',
    params: sitePath,
    status: 200,
    response: customizationResponse,
  },
  put: {
    id: 'putSiteCustomization',
    method: 'PUT',
    path,
    summary: 'Replace the customization of a site.',
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
    summary: 'Preview an unsaved customization of a site at a URL that works for an hour.',
    description:
      'Anyone with the URL can read what visitors of the site can read and, as long as the caller can edit the site, what the caller can read. Each user has one preview per site: a new one gets a new URL, and the earlier URL stops working.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      customization: siteCustomization,
      siteSpace: id
        .optional()
        .describe('Preview the customization on this space only; on the whole site by default'),
    }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: sitePreview,
  },
  getForSiteSpace: {
    id: 'getSiteSpaceCustomization',
    method: 'GET',
    path: siteSpacePathname,
    summary: 'Get the customization of a space of a site: that of the site with the overrides of the space.',
    permission: 'site.view',
    params: siteSpacePath,
    status: 200,
    response: customizationResponse.extend({
      hasOverrides: z.boolean().describe('Whether the space overrides anything'),
      overrides: siteSpaceCustomization.describe('The overrides as they were sent'),
    }),
  },
  updateForSiteSpace: {
    id: 'updateSiteSpaceCustomization',
    method: 'PATCH',
    path: siteSpacePathname,
    summary:
      'Override the customization for a space of a site. Omitted fields don’t change; null removes an override.',
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
    summary: 'Remove the customization overrides of a space of a site.',
    permission: 'site.edit',
    params: siteSpacePath,
    status: 205,
    versioned: true,
  },
})
