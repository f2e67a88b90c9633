// The page's one script: what an application does to have <chirp-message>.
import '@chirp-protocol/renderer/element';
