/** Numbers and documents from a Mintmark or RavenDB server. */
@org.jspecify.annotations.NullMarked
module io.mintmark.client {
    requires static org.jspecify;
    requires transitive io.mintmark.core;
    requires io.mintmark.protocol;
    requires java.net.http;
    requires com.fasterxml.jackson.core;
    requires transitive com.fasterxml.jackson.databind;

    exports io.mintmark.client;
    exports io.mintmark.client.exceptions;
    exports io.mintmark.client.jackson;
}
