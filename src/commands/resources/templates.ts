import { get } from '../../api/endpoint.ts'

export const templates = {
  brief: 'List URL templates',
  endpoints: {
    images: get('/templates/images', {
      brief: 'List URL templates for fetching images',
      returns: 'image_template',
      params: {},
      examples: ['', '-o json'],
    }),
  },
}
