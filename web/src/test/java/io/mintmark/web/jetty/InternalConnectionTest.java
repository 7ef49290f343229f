package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why {@link FrontConnection} extends a type that is internal to Jetty: one of these fails as soon as it need not. */
class InternalConnectionTest {
    private static final String THEN =
            "Jetty offers what FrontConnection is a subclass for: do what docs/decisions/0028 says";

    /** Answers as Jetty does by itself, as strict as it can be told to be. */
    private static Wire.Answer jettyAlone(String line) throws Exception {
        HttpConfiguration strict = new HttpConfiguration();
        strict.setHttpCompliance(HttpCompliance.STRICT);
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(strict));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
        try {
            return Wire.ask(new InetSocketAddress("127.0.0.1", connector.getLocalPort()), line + "\r\nHost: x\r\n\r\n");
        } finally {
            server.stop();
        }
    }

    @Test
    void shouldSeeJettyRefuseWhatItHoldsForMalformed() throws Exception {
        assertThat(jettyAlone("malformed").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET  /x HTTP/1.1", "GET /x  HTTP/1.1", "GET /x http/1.1"})
    void shouldSeeJettyTakeALineThatOthersMayReadInAnotherWay(String line) throws Exception {
        assertThat(jettyAlone(line).status()).as(THEN).isEqualTo(404);
    }

    @Test
    void shouldFindNoPublicTypeOfJettyThatLetsAParserIn() {
        assertThat(membersWithAParser(FrontConnection.class.getSuperclass())).isNotEmpty();

        assertThat(publicTypes().flatMap(InternalConnectionTest::membersWithAParser))
                .as(THEN)
                .isEmpty();
    }

    private static Stream<String> membersWithAParser(Class<?> type) {
        return Stream.<Member[]>of(type.getDeclaredMethods(), type.getDeclaredConstructors(), type.getDeclaredFields())
                .flatMap(Stream::of)
                .filter(member ->
                        Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers()))
                .map(Member::toString)
                .filter(member -> member.contains(HttpParser.class.getName()));
    }

    /** Returns the types that the module of Jetty's server exports to all. */
    private static Stream<Class<?>> publicTypes() {
        ModuleReference module = module();
        Set<String> exported = module.descriptor().exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        assertThat(exported).contains(HttpConnectionFactory.class.getPackageName());
        return names(module).stream()
                .filter(name -> exported.contains(name.substring(0, Math.max(0, name.lastIndexOf('.')))))
                .flatMap(InternalConnectionTest::loaded);
    }

    private static ModuleReference module() {
        Path jar = Path.of(HttpConnectionFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return ModuleFinder.of(jar).find("org.eclipse.jetty.server").orElseThrow();
    }

    private static List<String> names(ModuleReference module) {
        try (ModuleReader reader = module.open();
                Stream<String> files = reader.list()) {
            return files.filter(file -> file.endsWith(".class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves out those that need a module of Jetty which is not here. */
    private static Stream<Class<?>> loaded(String name) {
        try {
            Class<?> type = Class.forName(name, false, InternalConnectionTest.class.getClassLoader());
            Method[] ignored = type.getDeclaredMethods();
            return Stream.of(type);
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            return Stream.empty();
        }
    }
}
