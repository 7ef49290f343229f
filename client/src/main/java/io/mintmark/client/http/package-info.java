/** Requests and their replies: which node is asked, how often, and what a refusal means. Not exported. */
package io.mintmark.client.http;
