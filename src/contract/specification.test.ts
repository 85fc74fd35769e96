import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './api.ts'
import { changeRequest } from './change-requests.ts'
import { collection } from './collections.ts'
import { comment, commentReply } from './comments.ts'
import { link } from './content-links.ts'
import { customField } from './custom-fields.ts'
import { file, reusableContent } from './files.ts'
import { member } from './members.ts'
import { openapiSpec, openapiSpecVersion } from './openapi-specs.ts'
import { organization } from './organizations.ts'
import { documentPage } from './pages.ts'
import { publishedSite } from './published-sites.ts'
import { revision } from './revision.ts'
import type { Route } from './route.ts'
import { samlProvider } from './saml-providers.ts'
import { pageSearchResult, spaceSearchResult } from './search.ts'
import { siteAdaptiveSchema } from './site-audience.ts'
import { siteRedirect } from './site-redirects.ts'
import { siteSectionGroup } from './site-section-groups.ts'
import { siteSection } from './site-sections.ts'
import { siteSpace } from './site-spaces.ts'
import { site } from './sites.ts'
import { space } from './spaces.ts'
import { teamMember } from './team-members.ts'
import { team } from './teams.ts'
import { translationSettings } from './translations.ts'
import { user } from './users.ts'

/** All operations of the API specification: method, path, success status, query parameters, body fields. */
const operations = `
GET /collections/:collectionId 200
DELETE /collections/:collectionId 205
PATCH /collections/:collectionId 200 {title,description,defaultLevel}
GET /collections/:collectionId/spaces 200 ?page,limit
POST /collections/:collectionId/move 200 {parent,position}
POST /collections/:collectionId/transfer 200 {organization}
GET @org/collections 200 ?page,limit,nested
POST @org/collections 201 {title,parent}
GET /spaces/:spaceId 200 ?shareKey
DELETE /spaces/:spaceId 205
PATCH /spaces/:spaceId 200 {editMode,title,defaultLevel,emoji}
POST /spaces/:spaceId/duplicate 201
POST /spaces/:spaceId/restore 200
POST /spaces/:spaceId/move 200 {parent,position}
POST /spaces/:spaceId/transfer 200 {organization}
GET /spaces/:spaceId/links 200 ?page,limit,status
GET /spaces/:spaceId/search 200 ?query,page,limit
GET /spaces/:spaceId/custom-fields 200
PATCH /spaces/:spaceId/custom-fields 204 {values}
GET /spaces/:spaceId/content 200 ?metadata,computed
POST /spaces/:spaceId/content/import 201 {url,source}
GET /spaces/:spaceId/content/pages 200 ?metadata,computed
GET /spaces/:spaceId/content/files 200 ?page,limit,metadata,computed
GET /spaces/:spaceId/content/files/:fileId 200 ?metadata,computed
GET /spaces/:spaceId/content/files/:fileId/backlinks 200 ?page,limit
GET /spaces/:spaceId/content/page/:pageId 200 ?format,metadata,computed
GET /spaces/:spaceId/content/page/:pageId/links 200 ?page,limit,status
GET /spaces/:spaceId/change-requests 200 ?page,limit,status,contributor
POST /spaces/:spaceId/change-requests 201 {subject}
GET @request 200
PATCH @request 200 {subject,status}
POST @request/merge 200
POST @request/update 200
GET @request/pdf 200 ?only,page
GET @request/content 200 ?metadata,computed
POST @request/content/import 201 {url,source}
GET @request/content/pages 200 ?metadata,computed
GET @request/content/files 200 ?page,limit,metadata,computed
GET @request/content/files/:fileId 200 ?metadata,computed
GET @request/content/files/:fileId/backlinks 200 ?page,limit
GET @request/content/page/:pageId 200 ?format,metadata,computed
GET @request/content/page/:pageId/links 200 ?page,limit
GET @request/comments 200 ?page,limit,order,format,status,targetPage,authors
POST @request/comments 200 {node,page,body}
GET @request/comments/:commentId 200 ?format
PUT @request/comments/:commentId 200 {resolved,body,addedReactions,removedReactions}
DELETE @request/comments/:commentId 205
GET @request/comments/:commentId/replies 200 ?page,limit,format
POST @request/comments/:commentId/replies 200 ?format {body}
GET @request/comments/:commentId/replies/:commentReplyId 200 ?format
GET @org/sites 200 ?page,limit,space,title,published
POST @org/sites 201 {type,title,visibility,spaces}
GET @site 200
DELETE @site 205
PATCH @site 200 {title,visibility,basename,adaptiveContent,defaultSiteSpace,defaultSiteSection,proxy}
GET @site/adaptive-schema 200
PUT @site/adaptive-schema 200 {jsonSchema}
GET @site/published 200 ?shareKey
GET @site/sections 200 ?shareKey,page,limit
POST @site/sections 201 {spaceId,title}
DELETE @site/sections/:siteSectionId 205
PATCH @site/sections/:siteSectionId 200 {title,path,defaultSiteSpace,condition,icon,description}
POST @site/sections/:siteSectionId/move 200 {position}
GET @site/section-groups 200 ?page,limit
POST @site/section-groups 201 {title,icon,sections}
DELETE @site/section-groups/:siteSectionGroupId 205
PATCH @site/section-groups/:siteSectionGroupId 200 {title,icon}
POST @site/section-groups/:siteSectionGroupId/sections 201 {sectionId}
DELETE @site/section-groups/:siteSectionGroupId/sections/:siteSectionId 205
POST @site/section-groups/:siteSectionGroupId/move 200 {position}
GET @site/site-spaces 200 ?shareKey,page,limit,default
POST @site/site-spaces 201 {spaceId,sectionId}
DELETE @site/site-spaces/:siteSpaceId 205
PATCH @site/site-spaces/:siteSpaceId 200 {path,condition}
POST @site/site-spaces/:siteSpaceId/move 200 {position}
GET @site/redirects 200 ?page,limit
POST @site/redirects 201 {source,destination}
DELETE @site/redirects/:siteRedirectId 205
PATCH @site/redirects/:siteRedirectId 200 {source,destination}
GET @site/redirect 200 ?shareKey,source
GET /orgs 200 ?page,limit
GET @org 200
PATCH @org 200 {title,emailDomains,hostname,defaultRole,defaultContent,logo,sso,ai,inviteLinks}
GET @org/link-invites/:inviteId 200
DELETE @org/link-invites/:inviteId 205
PATCH @org/link-invites/:inviteId 200 {role}
GET @org/search 200 ?query,page,limit
GET /email-domains/:emailDomain/orgs 200
GET @org/members 200 ?page,limit,order,role,search,sort
GET @org/members/:userId 200
DELETE @org/members/:userId 204
PATCH @org/members/:userId 200 {role}
POST @org/ping 200
POST @org/members/:userId/sso 200
GET @org/members/:userId/spaces 200 ?page,limit,order
GET @org/members/:userId/teams 200 ?page,limit,title
GET @org/teams 200 ?page,limit,owner,title
PUT @org/teams 201 {title,members}
GET @org/teams/:teamId 200
DELETE @org/teams/:teamId 204
PATCH @org/teams/:teamId 200 {title}
GET @org/teams/:teamId/members 200 ?page,limit
PUT @org/teams/:teamId/members 204 {add,remove,memberships}
PUT @org/teams/:teamId/members/:userId 204 {role}
DELETE @org/teams/:teamId/members/:userId 204
GET @org/saml 200 ?page,limit
POST @org/saml 201 {label,entityID,certificate,ssoURL,defaultTeam,defaultRole}
GET @org/saml/:samlProviderId 200
DELETE @org/saml/:samlProviderId 204
PATCH @org/saml/:samlProviderId 200 {label,entityID,certificate,ssoURL,defaultTeam,defaultRole}
GET @org/sso 200
GET @org/openapi 200 ?page,limit
POST @org/openapi 201 {slug,source}
GET @org/openapi/:specSlug 200
PUT @org/openapi/:specSlug 200 {source}
DELETE @org/openapi/:specSlug 205
GET @org/openapi/:specSlug/versions 200 ?page,limit
GET @org/openapi/:specSlug/versions/latest 200
GET @org/openapi/:specSlug/versions/latest/content 200
GET @org/openapi/:specSlug/versions/:versionId 200
GET @org/openapi/:specSlug/versions/:versionId/content 200
GET @org/custom-fields 200 ?page,limit
POST @org/custom-fields 201 {name,type,title,description,placeholder,options}
GET @org/custom-fields/:fieldName 200
DELETE @org/custom-fields/:fieldName 204
PATCH @org/custom-fields/:fieldName 200 {title,description,placeholder,options}
GET @org/translations 200 ?page,limit
POST @org/translations 201 {title}
GET @org/translations/:translationSettingsId 200
PUT @org/translations/:translationSettingsId 200 {title}
DELETE @org/translations/:translationSettingsId 205
`
  .trim()
  .split('\n')
  .map((line) => {
    const [, method = '', path = '', status, query = '', body = ''] =
      /^(\w+) (\S+) (\d+)(?: \?(\S+))?(?: \{(\S+)\})?$/.exec(line) ?? []
    return { line, method, path: expandPath(path), status: Number(status), query, body }
  })

function expandPath(path: string): string {
  return path
    .replace('@site', '@org/sites/:siteId')
    .replace('@org', '/orgs/:organizationId')
    .replace('@request', '/spaces/:spaceId/change-requests/:changeRequestId')
}

const names = (list: string) => list.split(',').filter((name) => name !== '')

/** Field names of an object schema, or of all variants of a union. */
function fieldNamesOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => fieldNamesOf(option as z.ZodType))
  return []
}

const routeOf = (method: string, path: string): Route | undefined =>
  allRoutes.find((route) => route.method === method && route.path === path && route.surface !== 'dashboard')

describe('operations of the specification', () => {
  test('the list has 131 operations', () => {
    expect(operations).toHaveLength(131)
    expect(operations.filter(({ status }) => !(status >= 200 && status < 300))).toEqual([])
  })

  test.each(operations)('$line', ({ method, path, status, query, body }) => {
    const route = routeOf(method, path)
    expect(route?.status).toBe(status)
    expect(fieldNamesOf(route?.query)).toEqual(expect.arrayContaining(names(query)))
    expect(fieldNamesOf(route?.body)).toEqual(expect.arrayContaining(names(body)))
    expect(method !== 'GET' && body === '' ? requiredFieldsOf(route?.body) : []).toEqual([])
  })
})

/** Names of the required fields of a body. */
function requiredFieldsOf(schema: z.ZodType | undefined): string[] {
  return schema === undefined ? [] : (z.toJSONSchema(schema, { io: 'input' }).required ?? [])
}

const objects: readonly (readonly [z.ZodType, string])[] = [
  [user, 'object,id,displayName,email,photoURL,urls'],
  [file, 'id,name,contentType,downloadURL,size,dimensions,git'],
  [reusableContent, 'id,title,document,git'],
  [collection, 'object,id,title,description,organization,parent,defaultLevel,urls,permissions'],
  [
    space,
    'object,id,title,emoji,visibility,createdAt,updatedAt,deletedAt,editMode,organization,parent,gitSync,visitorAuth,revision,defaultLevel,comments,changeRequests,changeRequestsOpen,changeRequestsDraft,urls,permissions',
  ],
  [
    changeRequest,
    'object,id,number,status,subject,createdBy,createdAt,updatedAt,revision,revisionInitial,revisionMergedAncestor,revisionMerged,comments,outdated,urls',
  ],
  [
    comment,
    'object,id,postedBy,postedAt,editedAt,reactions,replies,body,target,urls,permissions,status,resolvedAt,resolvedBy',
  ],
  [commentReply, 'object,id,postedBy,postedAt,editedAt,reactions,body,urls,permissions'],
  [revision, 'object,id,parents,pages,files,reusableContents,createdAt,git,urls,type'],
  [
    documentPage,
    'id,title,emoji,icon,createdAt,updatedAt,markdown,type,urls,slug,path,description,documentId,pages,git,layout,cover,hidden,noIndex,noRobotsIndex,computed,computedSeed',
  ],
  [spaceSearchResult, 'id,title,pages'],
  [pageSearchResult, 'id,title,path,sections,urls'],
  [link, 'status,relation,targetReference,locationReferences'],
  [
    site,
    'object,id,type,title,icon,hostname,basename,proxy,visibility,published,siteSpaces,createdAt,adaptiveContent,ads,features,urls',
  ],
  [siteAdaptiveSchema, 'object,jsonSchema,updatedAt'],
  [publishedSite, 'object,site,structure,customizations'],
  [siteSection, 'object,id,title,description,default,path,condition,sectionGroup,icon,siteSpaces,urls'],
  [siteSectionGroup, 'object,id,title,icon,sections'],
  [siteSpace, 'object,id,path,section,space,title,default,condition,hasAdvancedCustomizationFeature,urls'],
  [siteRedirect, 'object,id,source,destination'],
  [customField, 'id,name,title,description,type,placeholder,options,createdAt,updatedAt,urls,permissions'],
  [
    organization,
    'object,id,title,createdAt,emailDomains,hostname,type,useCase,communityType,defaultRole,defaultContent,sso,ai,inviteLinks,plan,billing,urls,trial,customHostname,blocked,internal_billingMigration,internal_isOnNewTrial,permissions',
  ],
  [member, 'object,id,role,user,disabled,joinedAt,lastSeenAt,sso,spaces,teams'],
  [team, 'object,id,title,members,spaces,createdAt,permissions'],
  [teamMember, 'organization,team,permissions'],
  [
    samlProvider,
    'object,id,label,ssoURL,entityID,certificate,defaultTeam,defaultRole,createdAt,service,urls',
  ],
  [
    openapiSpec,
    'object,id,createdAt,updatedAt,slug,sourceURL,processingState,lastVersion,lastProcessedAt,lastProcessErrorCode,permissions,urls',
  ],
  [openapiSpecVersion, 'object,id,createdAt,url,urls'],
  [translationSettings, 'object,id,title,languages,createdAt,updatedAt,permissions,urls'],
]

test.each(objects)('every object has all fields of the specification', (schema, fields) => {
  expect(fieldNamesOf(schema)).toEqual(expect.arrayContaining(names(fields)))
})

const permissions: readonly (readonly [z.ZodObject, string])[] = [
  [collection, 'view,admin,viewInviteLinks,create'],
  [space, 'view,access,admin,viewInviteLinks,edit,triggerGitSync,comment,merge,review'],
  [comment, 'view,edit,reply,delete'],
  [
    organization,
    'view,admin,ownTeam,createContent,createOpenAPISpec,viewBilling,listMembers,listTeams,listIntegrations',
  ],
  [team, 'admin,view'],
]

test.each(permissions)('every object has all permissions of the specification', (schema, flags) => {
  expect(fieldNamesOf(schema.shape.permissions as z.ZodType)).toEqual(expect.arrayContaining(names(flags)))
})
