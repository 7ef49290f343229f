/** What a program uses to get numbers and documents from a Mintmark or RavenDB server. */
package io.mintmark.client;
