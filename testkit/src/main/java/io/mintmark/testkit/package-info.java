/** Tools that prove identifiers unique: published, so that users test with what the project tests itself with. */
package io.mintmark.testkit;
