/** What stands beside the server in a run: loads of PostgreSQL, Redis and etcd, and another generator of load. */
@NullMarked
package io.mintmark.lab.peers;

import org.jspecify.annotations.NullMarked;
