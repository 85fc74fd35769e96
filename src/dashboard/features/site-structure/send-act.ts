import { api } from '#contract/api.ts'
import type { PlanAct } from '#contract/site-plans.ts'
import { ask } from '../../lib/api.ts'
import type { Part, SitePlace } from './parts.ts'

type Sent = { ifMatch?: number }

/** Does an act on the live structure; answers the part it was about, where there is one left. */
export async function sendAct(place: SitePlace, act: PlanAct, sent: Sent): Promise<Part | undefined> {
  const site = { organizationId: place.organizationId, siteId: place.siteId }
  switch (act.type) {
    case 'add-section': {
      const { type: _type, ...body } = act
      return ask(api.siteSections.create, { params: site, body })
    }
    case 'add-group': {
      const { type: _type, ...body } = act
      return ask(api.siteSectionGroups.create, { params: site, body })
    }
    case 'add-space': {
      const { type: _type, ...body } = act
      return ask(api.siteSpaces.create, { params: site, body })
    }
    case 'change-section': {
      const { type: _type, id, ...body } = act
      return ask(api.siteSections.update, { params: { ...site, siteSectionId: id }, body }, sent)
    }
    case 'change-group': {
      const { type: _type, id, ...body } = act
      return ask(api.siteSectionGroups.update, { params: { ...site, siteSectionGroupId: id }, body }, sent)
    }
    case 'change-space': {
      const { type: _type, id, ...body } = act
      return ask(api.siteSpaces.update, { params: { ...site, siteSpaceId: id }, body }, sent)
    }
    case 'delete-section':
      return ask(api.siteSections.delete, { params: { ...site, siteSectionId: act.id } }, sent)
    case 'delete-group':
      return ask(api.siteSectionGroups.delete, { params: { ...site, siteSectionGroupId: act.id } }, sent)
    case 'remove-space':
      return ask(api.siteSpaces.delete, { params: { ...site, siteSpaceId: act.id } }, sent)
    case 'move': {
      const { type: _type, ...body } = act
      return ask(api.siteStructure.sort, { params: site, body }, sent)
    }
    case 'set-default': {
      const { type: _type, ...body } = act
      await ask(api.sites.update, { params: site, body })
      return undefined
    }
  }
}
