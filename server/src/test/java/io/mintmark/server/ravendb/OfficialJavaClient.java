package io.mintmark.server.ravendb;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * RavenDB's Java client with the Jetty that it was made for, apart from the server's newer one: its changes API is the only
 * part that needs Jetty, and does not run with another one.
 *
 * <p>Scenarios run in a class loader that has the tests' class path, but for that one difference. Only texts pass the border.
 */
final class OfficialJavaClient implements AutoCloseable {
    private static final Path ITS_JETTY = Path.of("target", "official-client");
    private static final Pattern OTHER_JETTY =
            Pattern.compile("jetty-(http|io|util|server|session).*-1[2-9]\\..*\\.jar");

    private final URLClassLoader loader;

    OfficialJavaClient() {
        List<URL> places = new ArrayList<>();
        try (Stream<Path> jars = Files.list(ITS_JETTY)) {
            jars.forEach(jar -> places.add(url(jar)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(place ->
                        !OTHER_JETTY.matcher(place.getFileName().toString()).matches())
                .forEach(place -> places.add(url(place)));
        loader = new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static URL url(Path place) {
        try {
            return place.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Runs a public static method of {@code scenarios} that takes texts. */
    void run(Class<?> scenarios, String method, String... arguments) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?>[] types = Stream.of(arguments).map(any -> String.class).toArray(Class<?>[]::new);
            loader.loadClass(scenarios.getName()).getMethod(method, types).invoke(null, (Object[]) arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw (Exception) e.getCause();
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
