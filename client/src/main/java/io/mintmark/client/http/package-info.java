/** One request to one node, and its reply; the only place that knows the JDK's HTTP client. Not exported. */
package io.mintmark.client.http;
