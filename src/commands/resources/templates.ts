import { get } from '../../api/endpoint.ts'

export const templates = {
  brief: 'List image URL templates',
  endpoints: {
    images: get('/templates/images', {
      brief: 'List URL templates of images',
      returns: 'image_template',
      params: {},
      examples: ['', '-o json'],
    }),
  },
}
