import type { Organization } from '#contract/organizations.ts'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { MergeRulesSection } from './merge-rules-section.tsx'

/** The merge rules of an organization, which apply to all of its spaces. */
export const MergeRulesPage = ({ organization }: { organization: Organization }) => (
  <>
    <SettingsHeader organization={organization} part="Merge rules" />
    <div className="scroll">
      <div className="settings">
        <MergeRulesSection
          target={{ type: 'organization', id: organization.id, organizationId: organization.id }}
          title={organization.title}
          canEdit={organization.permissions.admin}
        />
      </div>
    </div>
  </>
)
