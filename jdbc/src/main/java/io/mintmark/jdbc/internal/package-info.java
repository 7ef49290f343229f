/** What all of the module needs and no user of it does: checks, numbers of drivers, passwords in texts. */
package io.mintmark.jdbc.internal;
