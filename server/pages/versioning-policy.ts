// The versioning policy: docs/versioning.md and the page /versioning are made of it.

export interface PolicySection {
  readonly heading: string;
  /** A text is a paragraph, an array a list. Words between backquotes are code. */
  readonly parts: readonly (string | readonly string[])[];
}

export const policy: { readonly title: string; readonly sections: readonly PolicySection[] } = {
  title: 'Versions of the API',
  sections: [
    {
      heading: 'What may be added within v1, without notice',
      parts: [
        'Write clients that ignore what they do not know. Any of these can come with any release:',
        [
          'a new endpoint, a new optional parameter, or a new value that a parameter accepts;',
          'a new member of an object, anywhere in an answer. The published schemas are open for that reason;',
          'a new value of an enumeration whose description says “More values may be added within v1”;',
          'a new kind of problem (`type`), with a status that the endpoint already has. Read `status` first;',
          'a new header;',
          'another order of the members of an object, and other bytes for equal values, with another `ETag`;',
          'better matches of the search: other job titles, another order or another `confidence` for the same words;',
          'other words in texts for people: `detail`, `explanation`, `notes`, `derivation`, `description`.',
        ],
        'Figures change when publishers release and revise them. That is what editions are for, and no change of the API. An answer that pins no edition changes with the data.',
      ],
    },
    {
      heading: 'What never changes in v1',
      parts: [
        [
          'No endpoint, parameter or accepted value is removed, except after the steps of the next section.',
          'A required parameter is never added.',
          'A member keeps its name, type, unit and meaning. A member that is there today stays there.',
          'A member becomes null, or may be left out, only if its schema allows it today.',
          'The values of an enumeration keep their meaning. An enumeration without the sentence above gets no new value in answers.',
          'A figure that a publisher withholds is null and never 0.',
          'An answer that pins an edition shows the figures of that edition, or it is 410: the edition was withdrawn, or we compiled the same release again. The body and a `Link` with the relation `successor-version` then name the edition to pin instead, if there is one.',
          'A list keeps the order that its description names.',
          'The id of an edition, the slug of an area and the `type` of a problem keep their meaning.',
          'The default of a parameter stays the same. The default year is always the latest published.',
        ],
        'What breaks one of these rules comes as v2, under paths of its own. v1 then works for at least twelve months beside it.',
      ],
    },
    {
      heading: 'How something is deprecated',
      parts: [
        [
          'It is marked `deprecated` in the OpenAPI document, and an entry of the changelog says what to use instead.',
          'Answers of a deprecated endpoint, and answers to a request with a deprecated parameter, have the header `Deprecation` (RFC 9745) with the day since when, and a `Link` with the relation `deprecation` to this page.',
          'Once the end is decided, the header `Sunset` (RFC 8594) names the day, at least six months ahead, and a `Link` with the relation `sunset` leads here. After that day the endpoint is 404, and a request with the parameter or value is 400.',
        ],
      ],
    },
    {
      heading: 'How you learn of changes',
      parts: [
        [
          '`info.version` of /openapi.json is the version of the newest entry of the changelog. The first number is that of the paths, the second rises with additions and deprecations, the third with corrections. This policy holds from 1.0.0 on.',
          '/changelog.atom is a feed of the changelog. /editions.atom is a feed of the data.',
        ],
      ],
    },
  ],
};
