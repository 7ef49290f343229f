/**
 * HTTP as endpoints see it: requests, replies, routes and refusals. Knows neither what carries the bytes, nor who is
 * let in when, nor what requests mean.
 */
@NullMarked
package io.mintmark.web.http;

import org.jspecify.annotations.NullMarked;
