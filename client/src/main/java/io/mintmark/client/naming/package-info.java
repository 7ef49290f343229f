/** What collections and the prefixes of their ids are called: plurals and capitals, as RavenDB's clients have them. Not exported. */
package io.mintmark.client.naming;
