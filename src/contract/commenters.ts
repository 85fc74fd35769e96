import { members } from './members.ts'
import { resource } from './route.ts'
import { paging } from './shared/paging.ts'
import { changeRequestPath, spacePath } from './shared/paths.ts'

const { response } = members.list

export const commenters = resource('commenters', {
  ofSpace: {
    id: 'listSpaceCommenters',
    method: 'GET',
    path: '/spaces/:spaceId/commenters',
    summary: 'List the members who wrote comments or replies on a space, without its change requests.',
    permission: 'space.view',
    params: spacePath,
    query: paging,
    status: 200,
    response,
  },
  ofChangeRequest: {
    id: 'listChangeRequestCommenters',
    method: 'GET',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/commenters',
    summary: 'List the members who wrote comments or replies on a change request.',
    permission: 'space.view',
    params: changeRequestPath,
    query: paging,
    status: 200,
    response,
  },
})
