package io.mintmark.studio;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The browsers of this process, each without a screen: a start takes seconds, so one that was put back is taken again,
 * and remembers nothing. They end with the process. Thread-safe.
 */
final class Chromium {
    private static final Deque<ChromeDriver> IDLE = new ArrayDeque<>();
    private static final List<ChromeDriver> ALL = new ArrayList<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Chromium::quitAll));
    }

    private Chromium() {}

    /** Returns one that nobody uses; a test that wants one is skipped, aloud, where there is none. */
    static synchronized ChromeDriver take() {
        ChromeDriver idle = IDLE.poll();
        if (idle != null) {
            return idle;
        }
        ChromeDriver started = start(found("chromium", "chromium-browser", "google-chrome"), found("chromedriver"));
        ALL.add(started);
        return started;
    }

    /** Takes one back, which forgets who signed in and how wide it was. */
    static synchronized void putBack(ChromeDriver used) {
        used.executeScript("sessionStorage.clear()");
        used.manage().deleteAllCookies();
        used.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        used.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        used.get("about:blank");
        List<?> ignored = used.manage().logs().get(LogType.BROWSER).getAll();
        IDLE.push(used);
    }

    private static synchronized void quitAll() {
        ALL.forEach(ChromeDriver::quit);
    }

    private static ChromeDriver start(String chromium, String chromedriver) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--lang=en-US",
                "--force-color-profile=srgb",
                "--font-render-hinting=none",
                "--hide-scrollbars");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.WARNING);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(chromedriver))
                .build();
        return new ChromeDriver(service, options);
    }

    private static String found(String... names) {
        Optional<String> place = Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
        if (place.isEmpty()) {
            System.err.println("[skipped] the Studio in a browser: there is no " + names[0]
                    + " on this machine (Debian: apt-get install chromium chromium-driver)");
        }
        Assumptions.assumeTrue(place.isPresent(), "there is no " + names[0] + " on this machine");
        return place.orElseThrow();
    }
}
