/**
 * Tools that prove identifiers unique; published, so that users have the tools with which this project tests itself.
 */
package io.mintmark.testkit;
