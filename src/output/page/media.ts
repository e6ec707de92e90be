/** Web addresses of pictures and videos. */
import type { PageContext, RemainingFields } from './generic.ts'
import { dotted, type Fact } from './page.ts'

/**
 * Returns the address of a picture at full size, following the pattern from `kiva templates images`; ''
 * without a website.
 */
export function pictureAddress(id: string, site: string | undefined): string {
  return site !== undefined && /^\d+$/.test(id) ? `${site}/img/fullsize/${id}.jpg` : ''
}

/** Returns facts for the picture and the video of a record. Those without an address show their ids. */
export function mediaFacts(remaining: RemainingFields, { site }: Pick<PageContext, 'site'>): readonly Fact[] {
  const [image, template] = [remaining.line('image.id'), remaining.line('image.template_id')]
  const [video, youtube] = [remaining.line('video.id'), remaining.line('video.youtube_id')]
  // The patterns of other templates are known only to the API.
  const picture = template === '' || template === '1' ? pictureAddress(image, site) : ''
  const watch = youtube && site && `https://www.youtube.com/watch?v=${encodeURIComponent(youtube)}`
  return [
    ['Picture', picture || (image && `#${image}`)],
    ['Video', dotted(watch || (youtube && `YouTube ${youtube}`), video && `#${video}`)],
  ]
}
