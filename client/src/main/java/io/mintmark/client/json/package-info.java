/**
 * Entities and the JSON of documents, in both directions; knows Jackson, and neither HTTP nor sessions. Not exported.
 */
package io.mintmark.client.json;
