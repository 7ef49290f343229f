/**
 * Entities and the JSON of documents, in both directions, and the names of collections; knows Jackson, and neither
 * HTTP nor sessions. Not exported.
 */
package io.mintmark.client.json;
