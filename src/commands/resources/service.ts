/** Declares the endpoints on the API itself: methods, releases and templates. */
import { get } from '../../api/endpoint.ts'

export const methods = {
  brief: "Describe the API's methods",
  endpoints: {
    list: get('/methods', {
      brief: "List the API's methods",
      returns: 'method_summary',
      params: {},
      examples: ['', '-o json'],
    }),
    show: get('/methods/:ids', {
      brief: 'Show the arguments and rules of methods',
      returns: 'method_summary',
      params: {
        ids: { kind: 'string', list: true, brief: "method ids in quotes, such as 'GET*|loans|search'" },
      },
      examples: ["'GET*|loans|search'", "'GET*|loans|search' -o json"],
    }),
  },
}

export const releases = {
  brief: "Show the API's release",
  endpoints: {
    current: get('/releases/api/current', {
      brief: "Show the API's current release",
      returns: 'release',
      params: {},
      examples: ['', '-o json'],
    }),
  },
}

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
