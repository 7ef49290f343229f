/** Names of collections and prefixes of ids: plurals and capitals, as in RavenDB's clients. Not exported. */
package io.mintmark.client.naming;
