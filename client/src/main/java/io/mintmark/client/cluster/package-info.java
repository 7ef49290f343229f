/** The nodes of a database: which one is asked, how often, and what a refusal means. Not exported. */
package io.mintmark.client.cluster;
