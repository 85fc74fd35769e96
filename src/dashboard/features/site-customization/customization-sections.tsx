import { useWatch } from 'react-hook-form'
import { EmojiField } from '../../components/fields.tsx'
import type { SiteOutline } from '../../components/site-target/target.ts'
import {
  ColorField,
  CustomizationField,
  CustomizationPictures,
  CustomizationSelect,
  CustomizationSwitch,
  CustomizationText,
  choicesOf,
} from './customization-fields.tsx'
import { customFont } from './customization-values.ts'
import * as labels from './labels.ts'
import { FooterGroups, HeaderLinks } from './link-fields.tsx'
import { AnnouncementTarget, PageActions, SocialAccounts } from './list-fields.tsx'
import { QuestionField } from './question-field.tsx'

export const sectionLabels = {
  colours: 'Theme and colors',
  type: 'Type and code',
  header: 'Header',
  footer: 'Footer',
  announcement: 'Announcement',
  pictures: 'Title and images',
  pages: 'Pages',
  reading: 'Language and privacy',
} as const
export type SectionName = keyof typeof sectionLabels

/** The fields of one section. */
export function SectionFields({ part, parts }: { part: SectionName; parts: SiteOutline }) {
  switch (part) {
    case 'colours':
      return <ColorFields />
    case 'type':
      return <TypeFields />
    case 'header':
      return (
        <>
          <HeaderLinks parts={parts} />
          <CustomizationSelect
            name="styling/search"
            label="Search"
            choices={choicesOf(labels.searchLabels)}
          />
          <QuestionField />
        </>
      )
    case 'footer':
      return (
        <>
          <CustomizationPictures name="footer/logo" label="Logo in the footer" />
          <FooterGroups parts={parts} />
          <CustomizationText name="footer/copyright" label="Copyright" />
          <SocialAccounts />
          <CustomizationSwitch
            name="trademark/enabled"
            label="Made with Lectern"
            help="A small badge at the end of the footer."
          />
        </>
      )
    case 'announcement':
      return <AnnouncementFields parts={parts} />
    case 'pictures':
      return <PictureFields />
    case 'pages':
      return <PageFields />
    case 'reading':
      return <LanguageFields />
  }
}

const ColorFields = () => (
  <>
    <CustomizationSelect name="styling/theme" label="Theme" choices={choicesOf(labels.themeLabels)} />
    <ColorField name="styling/primaryColor" label="Primary" />
    <ColorField name="styling/tint/color" label="Tint" isOptional />
    <ColorField name="styling/infoColor" label="Information" />
    <ColorField name="styling/successColor" label="Success" />
    <ColorField name="styling/warningColor" label="Warning" />
    <ColorField name="styling/dangerColor" label="Danger" />
    <CustomizationSelect name="styling/corners" label="Corners" choices={choicesOf(labels.cornerLabels)} />
    <CustomizationSelect name="styling/depth" label="Depth" choices={choicesOf(labels.depthLabels)} />
    <CustomizationSelect name="styling/links" label="Links" choices={choicesOf(labels.linkLabels)} />
    <CustomizationSelect
      name="styling/sidebar/background"
      label="Page tree background"
      choices={choicesOf(labels.backgroundLabels)}
    />
    <CustomizationSelect
      name="styling/sidebar/list"
      label="Current page in the page tree"
      choices={choicesOf(labels.listLabels)}
    />
    <CustomizationSelect
      name="themes/default"
      label="Color scheme"
      choices={choicesOf(labels.schemeLabels)}
    />
    <CustomizationSwitch name="themes/toggeable" label="Readers can switch between light and dark" />
  </>
)

const customFontChoice = { value: customFont, label: 'Custom font' }

function TypeFields() {
  const font: unknown = useWatch({ name: 'styling/font' })
  const heading: unknown = useWatch({ name: 'styling/headingFont' })
  const code: unknown = useWatch({ name: 'styling/monospaceFont' })
  const withOwn = (value: unknown) => (value === customFont ? [customFontChoice] : [])
  return (
    <>
      <CustomizationSelect
        name="styling/font"
        label="Font"
        choices={[...labels.fontChoices, ...withOwn(font)]}
      />
      <CustomizationSelect
        name="styling/headingFont"
        label="Heading font"
        choices={[{ value: '', label: 'Same as text' }, ...labels.fontChoices, ...withOwn(heading)]}
      />
      <CustomizationSelect
        name="styling/monospaceFont"
        label="Code font"
        choices={[...labels.monospaceChoices, ...withOwn(code)]}
      />
      <CustomizationSelect
        name="styling/codeTheme/default/light"
        label="Code theme, light"
        choices={labels.codeThemeChoices}
      />
      <CustomizationSelect
        name="styling/codeTheme/default/dark"
        label="Code theme, dark"
        choices={labels.codeThemeChoices}
        help="Open a page with code in the preview to see it."
      />
    </>
  )
}

const AnnouncementFields = ({ parts }: { parts: SiteOutline }) => (
  <>
    <CustomizationSwitch name="announcement/enabled" label="Show an announcement above the header" />
    <CustomizationText name="announcement/message" label="Message" />
    <CustomizationSelect name="announcement/style" label="Tone" choices={choicesOf(labels.toneLabels)} />
    <CustomizationText name="announcement/link/title" label="Link text" />
    <AnnouncementTarget parts={parts} />
  </>
)

const PictureFields = () => (
  <>
    <CustomizationText name="title" label="Title in the header" help="Defaults to the title of the site." />
    <CustomizationPictures name="header/logo" label="Logo" help="URL of an image, shown before the title." />
    <CustomizationField names={['favicon/emoji']} label="Icon">
      <EmojiField name="favicon/emoji" label="Browser tab icon" isOptional />
    </CustomizationField>
    <CustomizationPictures name="favicon/icon" label="Icon image" help="Used instead of the emoji." />
    <CustomizationText
      name="socialPreview/url"
      label="Social preview image"
      type="url"
      help="Shown where someone shares a page."
    />
  </>
)

const PageFields = () => (
  <>
    <PageActions />
    <CustomizationSwitch name="pagination/enabled" label="Previous and next page" />
    <CustomizationSwitch name="feedback/enabled" label="Ask whether a page was helpful" />
    <CustomizationSwitch name="git/showEditLink" label="Edit link" />
    <CustomizationSwitch name="pdf/enabled" label="Download as PDF" />
    <CustomizationSelect
      name="externalLinks/target"
      label="External links open"
      choices={choicesOf(labels.targetLabels)}
    />
  </>
)

const LanguageFields = () => (
  <>
    <CustomizationSelect
      name="internationalization/locale"
      label="Interface language"
      choices={labels.localeChoices}
      help="For search, labels and buttons."
    />
    <CustomizationText name="privacyPolicy/url" label="Privacy policy" type="url" />
    <CustomizationSwitch name="insights/trackingCookie" label="Recognize returning readers with a cookie" />
  </>
)
