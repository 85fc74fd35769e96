import { Download } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '../../components/ui/button.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { exportMarkdown } from '../../lib/exporting.ts'

/** Everything one may read, to take along. */
export function ExportOrganization({ organization: { id, title } }: { organization: Organization }) {
  const run = () => exportMarkdown({ kind: 'organization', id, title })
  useActs([{ id: 'export-organization', label: `Export ${title} as Markdown`, icon: Download, run }])
  return (
    <section className="end-act" aria-labelledby="organization-export">
      <div>
        <h2 id="organization-export">Export</h2>
        <p>
          All spaces you may see as a zip of Markdown, a folder each. Importing a folder brings its pages
          back.
        </p>
      </div>
      <Button look="line" icon={Download} onClick={run}>
        Export as Markdown
      </Button>
    </section>
  )
}
