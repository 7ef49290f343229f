/** The client of a Mintmark or RavenDB server: stores, sessions, bulk inserts, identities and ranges. */
package io.mintmark.client;
