import type { Organization } from '#contract/organizations.ts'
import { SettingsHead } from '../../components/settings-head.tsx'
import { DeleteOrganization } from './delete-organization.tsx'
import { ExportOrganization } from './export-organization.tsx'
import { GeneralFacts } from './general-facts.tsx'
import { GeneralForm } from './general-form.tsx'

type Props = { organization: Organization; isDeleting: boolean; onDeleting: (is: boolean) => void }

/** What an organization is called, who may join it and how, and its end. */
export function GeneralPage({ organization, isDeleting, onDeleting }: Props) {
  return (
    <>
      <SettingsHead organization={organization} part="General" />
      <div className="scroll">
        <div className="settings">
          {organization.permissions.admin ? (
            <>
              <GeneralForm organization={organization} />
              <ExportOrganization organization={organization} />
              <DeleteOrganization organization={organization} isAsking={isDeleting} onAsk={onDeleting} />
            </>
          ) : (
            <>
              <GeneralFacts organization={organization} />
              <ExportOrganization organization={organization} />
            </>
          )}
        </div>
      </div>
    </>
  )
}
