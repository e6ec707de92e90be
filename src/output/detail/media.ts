/** Pictures and videos as addresses that open. */
import { dotted, type Fact, type Surroundings } from './layout.ts'
import type { RemainingFields } from './remaining-fields.ts'

/** Where the website has a picture, of a size of its own, as templates images tells; '' where there is no website. */
export function pictureAddress(id: string, site: string | undefined): string {
  return site !== undefined && /^\d+$/.test(id) ? `${site}/img/fullsize/${id}.jpg` : ''
}

/** The picture and the video of a record. What has no address is told by its ids. */
export function mediaFacts(unshown: RemainingFields, { site }: Pick<Surroundings, 'site'>): readonly Fact[] {
  const [image, template] = [unshown.line('image.id'), unshown.line('image.template_id')]
  const [video, youtube] = [unshown.line('video.id'), unshown.line('video.youtube_id')]
  // The pattern of any other template is known to the service alone.
  const picture = template === '' || template === '1' ? pictureAddress(image, site) : ''
  const watch = youtube && site && `https://www.youtube.com/watch?v=${encodeURIComponent(youtube)}`
  return [
    ['Picture', picture || dotted(image && `#${image}`, template && `template ${template}`)],
    ['Video', dotted(watch || (youtube && `YouTube ${youtube}`), video && `#${video}`)],
  ]
}
