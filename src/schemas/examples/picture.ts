/** A PNG of one blue pixel in base64, so that the examples of image replies hold a real image and stay short. */
export const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4XmNwa9oCAAKOAX0xthitAAAAAElFTkSuQmCC"
